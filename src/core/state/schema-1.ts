import type { RunFailure, RunStatus } from '../../model/events/run.ts';
import type { PartsOfSchema1 } from '../../model/own-state.ts';
import { endedAs, type Life, type RunState, STATE_SCHEMA } from '../../model/run-state.ts';
import { rulesOf } from '../topology.ts';

type Pause = NonNullable<RunState['control']['pause']>;

/** A state as it was stored before its parts were unions. */
export type StateOfSchema1 = Omit<RunState, 'schema' | 'life' | 'own' | 'control'> &
  PartsOfSchema1 & {
    readonly schema: 1;
    readonly status: RunStatus;
    readonly endedAt?: number;
    readonly failure?: RunFailure;
    /** `settled`: nothing is under way any more, so the run is paused. */
    readonly control: Pick<RunState['control'], 'stop'> & { readonly pause?: Pause & { readonly settled?: boolean } };
  };

/** The same state in today's form. `topology`: of the run, which the state itself did not tell. */
export function fromSchema1(stored: StateOfSchema1, topology: string): RunState {
  const [parts, { schema: _, status, endedAt = 0, failure, control, ...same }] = takenApart(stored);
  return {
    ...same,
    schema: STATE_SCHEMA,
    life: lifeOf(status, endedAt, failure),
    control: { ...control, ...(control.pause && { pause: asked(control.pause) }) },
    own: rulesOf({ topology }).ownOf(parts),
  };
}

/**
 * The same state as code of before would have folded it, but for one thing that nobody asks for: of a pause that an end has overtaken
 * it is not told whether it had been in force.
 */
export function toSchema1({ life, own, control, ...same }: RunState): StateOfSchema1 {
  const { pause } = control;
  return {
    ...same,
    schema: 1,
    ...life,
    control: { ...control, ...(pause && life.status === 'paused' && { pause: { ...pause, settled: true } }) },
    ...rulesOf({ topology: own.kind }).partsOf(own),
  };
}

function takenApart({ machine, search, ...same }: StateOfSchema1) {
  const parts: PartsOfSchema1 = { ...(machine && { machine }), ...(search && { search }) };
  return [parts, same] as const;
}

function asked({ reason, by, since }: Pause): Pause {
  return { reason, by, since };
}

function lifeOf(status: RunStatus, endedAt: number, failure: RunFailure | undefined): Life {
  switch (status) {
    case 'failed':
    case 'stopped':
    case 'completed':
    case 'cancelled':
    case 'terminated':
      return endedAs(status, endedAt, failure);
    case 'awaiting_alignment':
    case 'running':
    case 'paused':
    case 'escalated':
    case 'budget_exceeded':
      return { status };
  }
}
