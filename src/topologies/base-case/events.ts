/** Verifications of the base case, and what other events mean for them. */

import { entry } from '../../core/events/entry.ts';
import { type Homes, type Reactions, unsaid, untraced } from '../../core/events/home.ts';
import { said } from '../../core/events/words.ts';
import type { EventOf } from '../../model/event.ts';
import type { BaseCaseEvent } from '../../model/events/base-case.ts';
import { goesBy, type RunState } from '../../model/run-state.ts';
import { type BaseCaseState, NEW_BASE_CASE } from '../../model/search-state.ts';
import { addUsage } from '../../model/usage.ts';

export const BASE_CASE: Homes<BaseCaseEvent['type']> = {
  'basecase.started': { fold: beginVerification, trace: untraced, sentence: unsaid },
  'basecase.verified': {
    fold: verify,
    trace: (event) => {
      const { passed, artifactId } = event;
      return [entry(event, 'VERIFY-BASE-CASE', { passed, ...(artifactId !== undefined && { artifactId }) })];
    },
    sentence: ({ passed, artifactId }) => {
      if (passed) return 'The base case holds.';
      return artifactId === undefined ? undefined : 'The base case does not hold yet.';
    },
  },
  'basecase.broken': {
    fold: breakVerification,
    trace: untraced,
    sentence: ({ detail }) => `The base case could not be verified${said(detail)}.`,
  },
};

export const BASE_CASE_REACTIONS: Reactions = {
  'run.created': (state, { verifies }) => (verifies === true ? begun(state) : state),
  // What interrupts revokes a verification that is under way, too (R86).
  'run.redirecting': (state, { interrupts }) => (interrupts === true ? revokeVerification(state) : state),
  'run.redirected': (state, { verifies }) => (verifies === true ? begun(state) : verifyAgain(state, true)),
  'step.satisfied': (state) => verifyAgain(state),
  'step.waived': (state) => verifyAgain(state),
  // What it wins with may have been accepted long before.
  'branch.won': (state) => (goesBy(state, 'winnerIsVerified') ? verifyAgain(state) : state),
  // A verification under way looks at what is no more.
  'step.invalidated': (state) => (goesBy(state, 'verifiesAnew') ? verifyAgain(state, true) : state),
  'escalation.opened': (state, { kind, step, leaf }) =>
    step === undefined && kind === 'assertion' && leaf !== undefined ? askAboutLeaf(state, leaf) : state,
  'escalation.decided': decided,
};

function begun(state: RunState): RunState {
  return { ...state, own: { ...state.own, baseCase: NEW_BASE_CASE } };
}

function beginVerification(state: RunState, { token }: EventOf<'basecase.started'>): RunState {
  return withBaseCase(state, ({ answers, passed, artifactId }) => ({
    due: false,
    token,
    ...(answers && { answers }),
    ...lastOf(passed, artifactId),
  }));
}

function verify(state: RunState, event: EventOf<'basecase.verified'>): RunState {
  const { passed, artifactId, usage, hingesOn, falseLeaves, because, leftOut } = event;
  const paid = usage ? { ...state, usage: { ...state.usage, ...addUsage(state.usage, usage) } } : state;
  return withBaseCase(paid, ({ due, token, answers }) => ({
    due: token === undefined ? false : due,
    ...(hingesOn !== undefined && answers && { answers }),
    ...lastOf(passed, artifactId),
    ...(falseLeaves !== undefined && { falseLeaves }),
    ...(leftOut && { leftOut }),
    ...(because !== undefined && { because }),
  }));
}

/** Tried again once a person says so. */
function breakVerification(state: RunState): RunState {
  return withBaseCase(state, ({ passed, artifactId }) => ({ due: false, ...lastOf(passed, artifactId) }));
}

/** What it looks at has changed. `anew`: the base case itself may have, so a verification under way is of no use. */
function verifyAgain(state: RunState, anew = false): RunState {
  if (!state.own.baseCase) return state;
  return withBaseCase(state, (before) =>
    anew
      ? { due: true, ...(!goesBy(state, 'verifiesAnew') && lastOf(before.passed, before.artifactId)) }
      : { ...before, due: true },
  );
}

/** One that is under way is of no use: it is due again. */
function revokeVerification(state: RunState): RunState {
  return state.own.baseCase?.token === undefined ? state : verifyAgain(state, true);
}

/** A verification that is still under way waits for the answer; one that was decided was so without it, and work goes on. */
function askAboutLeaf(state: RunState, leaf: string): RunState {
  return withBaseCase(state, (before) => (before.token === undefined ? before : { ...before, pending: leaf }));
}

/** What people say of a leaf goes to the verification; after a fault of machinery it is tried again. */
function decided(
  state: RunState,
  { escalationId, action }: EventOf<'escalation.decided'>,
  { escalations }: RunState,
): RunState {
  const { kind, step, leaf } = escalations[escalationId] ?? {};
  if (kind === 'assertion' && leaf !== undefined && action !== 'abort')
    return answerAssertion(state, leaf, action === 'approve');
  return (kind === 'infrastructure' || kind === 'internal') && step === undefined ? verifyAgain(state) : state;
}

function answerAssertion(state: RunState, leaf: string, holds: boolean): RunState {
  return withBaseCase(state, (before) => {
    const { pending, ...rest } = before;
    const answers = { ...before.answers, [leaf]: holds };
    return { ...rest, answers, due: pending === undefined || before.due };
  });
}

function lastOf(
  passed: boolean | undefined,
  artifactId: string | undefined,
): Pick<BaseCaseState, 'passed' | 'artifactId'> {
  return { ...(passed !== undefined && { passed }), ...(artifactId !== undefined && { artifactId }) };
}

function withBaseCase(state: RunState, change: (before: BaseCaseState) => BaseCaseState): RunState {
  const { own } = state;
  return { ...state, own: { ...own, baseCase: change(own.baseCase ?? NEW_BASE_CASE) } };
}
