import type { Document } from '../../definitions/redirects/revision.ts';
import { type ModelDefinition, mergeModels, modelSchema } from '../../definitions/schema/model.ts';
import { evolve, fieldsOf } from '../../engine.ts';
import type { Event } from '../../model/event.ts';
import { INITIAL, type RunState } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';

type Begun = Extract<Event, { type: 'run.created' }>['machine'];

/**
 * What a fork of a machine begins with (R89): the state, the variables and the newest artifacts that the turn began with. Undefined where
 * the run has not begun this turn.
 */
export async function beginningOf(
  { events }: Pick<Store, 'events'>,
  { record, state }: RunRow,
  turn: number,
): Promise<Begun> {
  const before = turn === 0 ? state : await stateBefore(events, record.id, turn);
  if (!before?.machine) return undefined;
  const { state: initial, variables } = before.machine;
  const artifacts = Object.entries(before.steps).flatMap(([step, { artifact }]) =>
    artifact ? [[step, artifact]] : [],
  );
  return {
    initial,
    ...(variables && { variables }),
    ...(artifacts.length > 0 && { artifacts: Object.fromEntries(artifacts) }),
  };
}

const BATCH = 500;

/** The fold of the log up to where the turn begins. */
async function stateBefore(events: Store['events'], runId: string, turn: number): Promise<RunState | undefined> {
  let state: RunState = INITIAL;
  for (;;) {
    const batch = await events.read(runId, state.seq, BATCH);
    for (const event of batch) {
      if (event.type === 'turn.started' && event.turn === turn) return state;
      state = evolve(state, event);
    }
    if (batch.length < BATCH) return undefined;
  }
}

/** A machine's document with a model over that of every step that asks one. */
export function withModelOfSteps(document: Document, model: ModelDefinition): Document {
  const workflow = fieldsOf(document['workflow']);
  const { steps } = workflow;
  if (!Array.isArray(steps)) return document;
  const changed = steps.map((step: unknown) => {
    const { type, model: own, ...fields } = fieldsOf(step);
    if (type === 'code') return step;
    return { ...fields, type, model: mergeModels([modelSchema.optional().parse(own), model]) };
  });
  return { ...document, workflow: { ...workflow, steps: changed } };
}
