/** What follows a rejection beside another attempt. */

import type { EventOf } from '../../model/event.ts';
import type { Detector, RecoveryEvent, StagnationAction } from '../../model/events/recovery.ts';
import type { RunState } from '../../model/run-state.ts';
import { stateOf } from '../state/lookup.ts';
import { entry, placeOf } from './entry.ts';
import { type Homes, type Told, untraced } from './home.ts';
import { withStep } from './step-state.ts';
import { remember } from './trail.ts';
import { listed, said } from './words.ts';

export const RECOVERY: Homes<RecoveryEvent['type']> = {
  'stagnation.detected': {
    fold: (state, { action, step }) => (action === 'warned' ? withStep(state, step, { warned: true }) : state),
    trace: untraced,
    sentence: ({ step, guard, detector, action }) =>
      `${step} went in circles at ${guard}: ${SEEN[detector]}, so ${DONE[action]}.`,
  },
  'ladder.climbed': {
    fold: (state, { step, rung }) => withStep(state, step, { rung, window: stateOf(state, step).failures.length }),
    trace: (event) => [entry(event, 'CLIMB-LADDER', { ...placeOf(event), model: event.model })],
    sentence: ({ step, model }) => `${step} goes on with ${model}.`,
  },
  'backtrack.started': {
    fold: backtrack,
    trace: (event) => [entry(event, 'BACKTRACK', { ...placeOf(event), guard: event.guard, targets: event.targets })],
    sentence: wentBack,
  },
  'context.injected': {
    fold: inject,
    trace: (event) => [entry(event, 'INJECT-CONTEXT', { ...placeOf(event), from: event.from })],
    sentence: ({ step, from, fromEpoch, text }) =>
      fromEpoch === undefined && from !== 'decomposition' ? `${step} was ${toldBy(from)}${said(text)}.` : undefined,
  },
};

function toldBy(from: string): string {
  return from.startsWith('esc_') ? "given a person's guidance" : 'told more';
}

function backtrack(state: RunState, event: EventOf<'backtrack.started'>): RunState {
  const { step, guard, targets } = event;
  const next = remember(state, event, 'backtrack', `${step} failed at ${guard}: back to ${targets.join(', ')}`);
  return withStep(next, step, { backtracks: stateOf(state, step).backtracks + 1 });
}

function inject(state: RunState, event: EventOf<'context.injected'>): RunState {
  const { step, from, fromEpoch, text, digest } = event;
  const injection = {
    from,
    ...(fromEpoch !== undefined && { fromEpoch }),
    ...(text !== undefined && { text }),
    ...(digest !== undefined && { digest }),
  };
  return withStep(state, step, { injected: [...stateOf(state, step).injected, injection] });
}

function wentBack({ seq, step, guard, targets }: EventOf<'backtrack.started'>, { backtracks }: Told): string {
  const undone = backtracks.find((one) => one.seq === seq)?.undone ?? [];
  const all = [...undone, step];
  return `${step} failed at ${guard}, so the run went back to ${listed(targets)}, which ${targets.length === 1 ? 'was' : 'were'} told why; ${listed(all)} ${all.length === 1 ? 'is' : 'are'} done anew.`;
}

const SEEN: Readonly<Record<Detector, string>> = {
  repetition: 'the last rejections name the same error',
  similarity: 'the last rejections are alike',
  diffuse: 'its attempts vary and come no further',
};

const DONE: Readonly<Record<StagnationAction, string>> = {
  climbed: 'the next model of its ladder takes over',
  backtracked: 'the run goes back upstream',
  escalated: 'a person is asked',
  failed: 'the run ends',
  warned: 'its next prompts ask for another approach',
};
