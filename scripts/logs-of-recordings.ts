import type { Event } from '../src/model/event.ts';
import type { Plan } from '../src/model/plan.ts';
import type { RunState } from '../src/model/run-state.ts';

/** A recorded log: what it goes on from, where it does not begin with the run, and its events in order. */
interface RecordedLog {
  readonly topology: string;
  readonly from: RunState;
  readonly events: readonly Event[];
}

/** What an activity or a workflow was given, as far as it matters here. */
interface Payload {
  readonly plan?: Plan;
  readonly state?: RunState;
  readonly events?: readonly Event[];
}

/** What a recorded history was handed, and the events that its activities were given to store. */
export function logOfHistory(text: string): RecordedLog {
  const events = new Map<number, Event>();
  let topology = '';
  let from: RunState | undefined;
  for (const [, data = ''] of text.matchAll(/"data":"([^"]+)"/gu)) {
    const payload: Payload | null = JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
    if (payload?.plan) {
      topology = payload.plan.topology;
      from ??= payload.state;
    }
    for (const event of payload?.events ?? []) events.set(event.seq, event);
  }
  if (!from) throw new Error('no input of a run is in this history');
  const { seq } = from;
  const later = [...events.values()].filter((event) => event.seq > seq);
  return { topology, from, events: later.toSorted((one, other) => one.seq - other.seq) };
}

/** An event as the API tells it. */
interface Told {
  readonly id?: string;
  readonly type: Event['type'];
  readonly seq: number;
  readonly runId: string;
  readonly data: { readonly expiresAt?: unknown };
}

/** The logs in the answers of a scenario, by run. Times are left out of them: each event is a second after the one before. */
export function logsOfAnswers(text: string): ReadonlyMap<string, readonly Event[]> {
  const logs = new Map<string, Event[]>();
  for (const [body] of text.matchAll(/^\{$[^]*?^\}$/gmu)) {
    JSON.parse(body, (_, value: Told | null) => {
      if (String(value?.id).startsWith('evt_') && value) add(value);
      return value;
    });
  }
  return logs;

  function add({ type, seq, runId, data }: Told): void {
    const log = logs.get(runId) ?? [];
    logs.set(runId, log);
    if (seq !== log.length + 1) return;
    const at = seq * 1_000;
    const event: Event = JSON.parse(
      JSON.stringify({ ...data, ...('expiresAt' in data && { expiresAt: at + 60_000 }), type, seq, at }),
    );
    log.push(event);
  }
}
