import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import proto from '@temporalio/proto';
import type { RunInput } from '../../../src/workflows/messages.ts';

/** One execution of a run: continue-as-new and a resumed stop each begin another one. */
export interface RunExecution {
  readonly executionId: string;
  readonly input: RunInput;
}

/** What each execution of a run was handed, first to last, as far as continue-as-new leads back from the newest. */
export async function executionsOf(client: Client, runId: string): Promise<readonly RunExecution[]> {
  const found: RunExecution[] = [];
  let executionId: string | undefined = (await client.workflow.getHandle(runId).describe()).runId;
  while (executionId) {
    const began = await beginningOf(client, runId, executionId);
    found.unshift({ executionId, input: inputOf(began) });
    executionId = began.continuedExecutionRunId ?? undefined;
  }
  return found;
}

/** How many workflow tasks of an execution met something new just when they meant to end it. */
export async function collisionsOf(client: Client, runId: string, executionId: string): Promise<number> {
  const { events } = await client.workflow.getHandle(runId, executionId).fetchHistory();
  const met = (events ?? []).filter(
    ({ workflowTaskFailedEventAttributes: failed }) => failed?.cause === UNHANDLED_COMMAND,
  );
  return met.length;
}

const { WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND: UNHANDLED_COMMAND } =
  proto.temporal.api.enums.v1.WorkflowTaskFailedCause;

type Beginning = temporal.api.history.v1.IWorkflowExecutionStartedEventAttributes;

async function beginningOf(client: Client, workflowId: string, runId: string): Promise<Beginning> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const began = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  if (!began) throw new Error(`${workflowId} ${runId} has no beginning`);
  return began;
}

function inputOf({ input }: Beginning): RunInput {
  const data = input?.payloads?.[0]?.data ?? new Uint8Array();
  return JSON.parse(new TextDecoder().decode(data));
}
