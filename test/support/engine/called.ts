import type { Client } from '@temporalio/client';

/** The activities that a run's newest execution has begun, as its history names them, in order; `local`: within a workflow task. */
export async function calledBy(client: Client, runId: string): Promise<readonly Begun[]> {
  const { events } = await client.workflow.getHandle(runId).fetchHistory();
  return (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: dispatched, markerRecordedEventAttributes: marker }): readonly Begun[] => {
      if (dispatched) return [{ name: dispatched.activityType?.name ?? '', local: false }];
      return marker?.markerName === LOCAL
        ? [{ name: typeIn(marker.details?.['data']?.payloads?.[0]?.data), local: true }]
        : [];
    },
  );
}

interface Begun {
  readonly name: string;
  readonly local: boolean;
}

/** How the SDK marks the end of a local activity. */
export const LOCAL = 'core_local_activity';

function typeIn(data: Uint8Array | null | undefined): string {
  const said: { readonly activity_type?: string } = JSON.parse(Buffer.from(data ?? []).toString());
  return said.activity_type ?? '';
}
