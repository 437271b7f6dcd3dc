// Pure: runs at random, in which people give every answer there is to every question that comes up. Whatever happens, what a person has to
// sign is never passed by (R129).
import fc from 'fast-check';
import { type AnyCall, wantedCalls } from '../../src/engine.ts';
import type { CallResult } from '../../src/model/call-result.ts';
import { ACTIONS, type Action } from '../../src/model/events/escalations.ts';
import { type DecideRequest, type Input, Refused } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type EscalationState, isClosed, openEscalations } from '../../src/model/run-state.ts';
import { accepted, aDefinition, aStep, type Fields } from '../definitions/makers.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { costly, worlds } from '../support/properties.ts';

const LISTS: readonly (readonly Action[])[] = [
  ['approve', 'reject'],
  ['approve', 'reject', 'amend', 'retry', 'redo'],
  ['approve', 'retry'],
  ['amend', 'redo'],
  [],
];

const signature = (allow: readonly Action[]): Fields => ({
  sequence: [
    { use: 'length', with: { min: 1 } },
    { use: 'human', with: { question: 'Paid?', allow } },
  ],
});
const recovery = { rMax: 1, eMax: 1 };

/** A payment that waits for a signature, as the recipe has it, beside work that fails in every way. */
const dag = (allow: readonly Action[]): Fields =>
  aDefinition({
    input: { type: 'object' },
    budgets: { maxAttempts: 14, maxIterations: 12 },
    steps: [
      aStep('extract', { recovery }),
      aStep('sign', {
        requires: ['extract'],
        when: 'artifact.extract == "large"',
        guard: signature(allow),
        recovery: { ...recovery, backtrackTo: ['extract'] },
      }),
      aStep('release', { requires: ['extract'], optionalRequires: ['sign'], recovery }),
      aStep('pay', {
        requires: ['extract'],
        optionalRequires: ['sign'],
        recovery: { rMax: 1, backtrackTo: ['extract'] },
      }),
    ],
    goal: ['pay', 'release'],
  });

/** The signature is prepared by a probe and by parts, and is one of two ways to what the payment waits for. */
const andOr = (allow: readonly Action[]): Fields =>
  aDefinition({
    topology: 'and-or',
    input: { type: 'object' },
    budgets: { maxAttempts: 30, maxIterations: 30, maxSwaps: 2 },
    objective: {
      goal: 'g',
      backgroundIntent: 'b',
      deliverables: ['d'],
      definitionOfDone: 'x',
      baseCase: { guard: { use: 'not-empty' }, on: 'pay' },
    },
    steps: [
      aStep('fast', { orGroup: 'way', recovery }),
      aStep('slow', { orGroup: 'way', recovery }),
      aStep('sign', {
        requires: ['way'],
        when: 'artifact.way == "large"',
        guard: signature(allow),
        unknown: true,
        recovery: { ...recovery, backtrackTo: ['way'] },
      }),
      aStep('pay', { optionalRequires: ['sign'], recovery }),
    ],
  });

/** One step after the other: the payment stands in the state that the signature leads to. */
const machine = (allow: readonly Action[]): Fields => ({
  name: 'machine',
  model: 'small',
  budgets: { maxAttempts: 14, maxIterations: 12 },
  workflow: {
    state_machine: {
      states: ['first', 'second', 'end'],
      initial_state: 'first',
      final_states: ['end'],
      transitions: [
        { from: 'first', to: 'second' },
        { from: 'second', to: 'end' },
      ],
    },
    steps: [
      {
        name: 'sign',
        type: 'llm',
        in_state: 'first',
        prompt: 'x',
        guard: signature(allow),
        transition_to: 'second',
        recovery,
      },
      { name: 'pay', type: 'llm', in_state: 'second', prompt: 'x', transition_to: 'end', recovery },
    ],
  },
});

const MOVES: Readonly<Record<string, string>> = { sign: 'second', pay: 'end' };

/** What may come of a call; the guard of the signature passes only once a person has said yes to its leaf. */
function outcomes(run: Playing, call: AnyCall): readonly CallResult[] {
  const { token } = call;
  if (call.phase === 'verify')
    return [
      { kind: 'verified', token, passed: run.state.steps['pay']?.sigma === 'satisfied', artifactId: 'a', digest: 'd' },
      { kind: 'broken', token, reason: 'infrastructure', detail: 'away' },
    ];
  const broken = (['infrastructure', 'internal', 'context_overflow'] as const).map(
    (reason): CallResult => ({ kind: 'broken', token, reason, detail: 'away' }),
  );
  if (call.phase === 'condition')
    return [
      { kind: 'conditioned', token, outcome: 'true' },
      { kind: 'conditioned', token, outcome: 'unknown', reason: 'no amount' },
      { kind: 'broken', token, reason: 'internal', detail: 'broke' },
    ];
  const made = generated(token);
  if (call.phase === 'generate') return [made, made, made, made, made, made, ...broken];
  const move = run.plan.topology === 'machine' ? { move: { to: MOVES[call.step] ?? '', permitted: true } } : {};
  const probed = call.step === 'probe_sign' ? { infeasible: true as const } : {};
  const rejections: readonly CallResult[] = [judged(token, 'retry'), judged(token, 'fatal'), ...broken];
  const said = wantedAnswer(run, call.step);
  const pass: CallResult = { ...judged(token), ...move };
  if (call.step !== 'sign' || said === 'pass') return [pass, pass, pass, { ...pass, ...probed }, ...rejections];
  if (said === 'retry') return [judged(token, 'retry'), ...broken];
  const asks: CallResult = { kind: 'pending', token, leaf: 'human' };
  return [asks, asks, ...rejections];
}

function wantedAnswer({ state }: Playing, step: string): 'pass' | 'retry' | undefined {
  return state.steps[step]?.call?.answers?.findLast(({ leaf }) => leaf === 'human')?.verdict;
}

/** Every answer to a question, whether it takes it or not; those that can name a step name each. */
function answersTo(run: Playing, { id, artifactDigest }: EscalationState): readonly DecideRequest[] {
  const named = ['sign', 'pay', 'extract', 'fast', 'probe_sign'];
  return ACTIONS.flatMap((action): readonly DecideRequest[] => {
    const answer: DecideRequest = {
      kind: 'decide',
      escalationId: id,
      action,
      by: 'ann',
      artifactId: `art_${run.state.seq}`,
      digest: `sha256:${run.state.seq}`,
      feedback: 'No.',
      budgets: { maxAttempts: run.state.usage.attempts + 3, maxIterations: run.state.iterations + 3 },
      ...(artifactDigest !== undefined && { artifactDigest }),
    };
    if (action === 'abort') return [];
    return action === 'skip' || action === 'redo' ? [answer, ...named.map((step) => ({ ...answer, step }))] : [answer];
  });
}

/** A run as far as these choices lead it; what is refused changes nothing. */
function played(plan: Plan, choices: readonly number[]): Playing {
  const run = playing(plan);
  for (const choice of choices) {
    if (isClosed(run.state)) break;
    const calls = wantedCalls(run.plan, run.state).flatMap((call) => outcomes(run, call));
    const answers = openEscalations(run.state).flatMap((question) => answersTo(run, question));
    // Calls are answered as often as questions, which have many more answers.
    const inputs: readonly Input[] = calls.length > 0 && (choice % 2 === 0 || answers.length === 0) ? calls : answers;
    const input = inputs[Math.floor(choice / 2) % inputs.length];
    if (!input) break;
    try {
      run.do(input);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return run;
}

const DEFINITIONS = { dag, 'and-or': andOr, machine } as const;

describe.each(Object.entries(DEFINITIONS))('%s', (_, definition) => {
  const plans = LISTS.map((allow): Plan => {
    const document = definition(allow);
    return { ...accepted(document).plan, definition: { name: 'any', version: 1, digest: JSON.stringify(document) } };
  });
  const drawn = fc.tuple(
    fc.constantFrom(...plans),
    fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 40, maxLength: 160 }),
  );

  const seen = { paid: 0, asked: new Set<string>() };
  const runs = worlds(drawn, ([plan, choices]) => played(plan, choices), costly(1_500));

  test(
    'R129: no answer to any question waives the step that a person signs, and nothing is paid before it is signed',
    runs.all(
      (run) => {
        let isSigned = false;
        for (const event of run.log) {
          if (event.type === 'escalation.opened') seen.asked.add(event.kind);
          if (event.type === 'step.waived') expect(event.step).not.toBe('sign');
          if (event.type === 'step.satisfied' && event.step === 'sign') isSigned = true;
          if (event.type === 'step.invalidated' && event.step === 'sign') isSigned = false;
          if (event.type !== 'attempt.started' || event.step !== 'pay') continue;
          expect(isSigned).toBe(true);
          seen.paid += 1;
        }
      },
      () => {
        expect(seen.paid).toBeGreaterThan(0);
        expect([...seen.asked]).toEqual(expect.arrayContaining(['approval', 'fatal', 'infrastructure', 'internal']));
      },
    ),
  );
});
