/** A fork of a machine takes a turn again (R89), with the state, the variables and the newest artifacts that the turn began with. */

import { evolve } from '../../core/events/evolve.ts';
import type { Fork, ForkFrom, Inherited } from '../../definitions/redirects/topology-requests.ts';
import { type ModelDefinition, mergeModels, modelSchema } from '../../definitions/schema/model.ts';
import type { Run } from '../../model/run.ts';
import { INITIAL, type RunState } from '../../model/run-state.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { fieldsOf } from '../../text/fields.ts';
import { parseNumbers } from '../../text/parse-numbers.ts';
import { standingOf } from './machine-in.ts';

type Log = Pick<Store['events'], 'read'>;

export const forkOfMachine: Fork = {
  issues,
  place: (run, from) => ({ fromTurn: turnOf(run, from) }),
  async inherited(row, from, events) {
    const machine = await beginningOf(events, row, turnOf(row, from));
    return machine ? { machine } : {};
  },
  kept: () => [],
  planned: (_run, _from, compiled) => compiled,
  withModel: (_run, _from, document, model) => withModelOfSteps(document, model),
};

/** The present one where the request names none. */
function turnOf({ state }: Pick<Run, 'state'>, { fromTurn }: ForkFrom): number {
  return fromTurn ?? standingOf(state)?.turn ?? 0;
}

function issues({ state }: Run, { fromStep, fromTurn = 0 }: ForkFrom): readonly Issue[] {
  const { turn = 0 } = standingOf(state) ?? {};
  if (fromStep !== undefined) {
    const detail = 'A state machine has no upstream that a fork could take over; give the turn that is taken again.';
    return [{ pointer: '/fromStep', code: 'not_supported', detail }];
  }
  if (fromTurn <= turn) return [];
  return [{ pointer: '/fromTurn', code: 'unknown_turn', detail: `The run has begun ${turn} turns.` }];
}

/** Undefined where the run has not begun this turn. */
async function beginningOf(events: Log, { record, state }: RunRow, turn: number): Promise<Inherited['machine']> {
  const before = turn === 0 ? state : await stateBefore(events, record.id, turn);
  if (before?.own.kind !== 'machine') return undefined;
  const { state: initial, variables } = before.own;
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
async function stateBefore(events: Log, runId: string, turn: number): Promise<RunState | undefined> {
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
function withModelOfSteps(document: Readonly<Record<string, unknown>>, model: ModelDefinition) {
  const workflow = fieldsOf(document['workflow']);
  const { steps } = workflow;
  if (!Array.isArray(steps)) return document;
  const changed = steps.map((step: unknown) => {
    const { type, model: own, ...fields } = fieldsOf(step);
    if (type === 'code') return step;
    return { ...fields, type, model: mergeModels([parseNumbers(modelSchema.optional(), own), model]) };
  });
  return { ...document, workflow: { ...workflow, steps: changed } };
}
