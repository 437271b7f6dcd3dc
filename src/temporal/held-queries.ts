import type { coresdk } from '@temporalio/proto';

type Activation = coresdk.workflow_activation.IWorkflowActivation;
type Completion = coresdk.workflow_completion.IWorkflowActivationCompletion;
type Job = coresdk.workflow_activation.IWorkflowActivationJob;

/**
 * Queries that came with a workflow task in which something is judged (a local activity). An answer would end that task at once: the marker
 * of what is judged would be committed before what the run makes of it, other events could come in between, and the history could not be
 * replayed. So they are answered with what ends the task (docs/decisions/2026-11-25-queries-beside-local-guards.md).
 */
export interface HeldQueries {
  /** Whether an activation is answered with nothing for now, since its queries are held. */
  hold(workflow: object, activation: Activation): boolean;
  /** After an activation: the queries that are to be answered together with it. */
  due(workflow: object, activation: Activation, completion: Completion): readonly Job[];
}

interface Held {
  /** The sequence numbers of the local activities that are scheduled and not answered. */
  readonly judging: Set<number>;
  /** By the id of the query: one that the server asks again is answered once. */
  readonly queries: Map<string, Job>;
}

/** The id of a query that came alone, without a workflow task: its answer ends none. */
const ALONE = 'legacy_query';

export function createHeldQueries(): HeldQueries {
  const held = new WeakMap<object, Held>();
  return {
    hold(workflow, { jobs }) {
      const here = held.get(workflow);
      if (here === undefined || here.judging.size === 0) return false;
      const queries = (jobs ?? []).filter(({ queryWorkflow }) => queryWorkflow != null);
      if (queries.length === 0 || queries.some(({ queryWorkflow }) => queryWorkflow?.queryId === ALONE)) return false;
      for (const job of queries) here.queries.set(job.queryWorkflow?.queryId ?? '', job);
      return true;
    },
    due(workflow, { jobs }, { successful }) {
      const here = held.get(workflow) ?? { judging: new Set(), queries: new Map() };
      held.set(workflow, here);
      const commands = successful?.commands ?? [];
      for (const { resolveActivity } of jobs ?? [])
        if (resolveActivity) here.judging.delete(Number(resolveActivity.seq));
      for (const { scheduleLocalActivity } of commands)
        if (scheduleLocalActivity) here.judging.add(Number(scheduleLocalActivity.seq));
      // What is cancelled resolves within the same task.
      const goesOn = here.judging.size > 0 || commands.some(({ requestCancelActivity }) => requestCancelActivity);
      if (goesOn || !successful || here.queries.size === 0) return [];
      const queries = [...here.queries.values()];
      here.queries.clear();
      return queries;
    },
  };
}
