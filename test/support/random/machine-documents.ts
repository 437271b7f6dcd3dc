/** Random state machines (design 3.3), over the variables `x` (a number) and `y` (true or false). */
import fc from 'fast-check';
import { objective } from '../played/and-or.ts';
import { anyGuard, type Fields, without } from './documents.ts';

export interface Variables {
  readonly x: number;
  readonly y: boolean;
}

export const BEGINNING: Variables = { x: 0, y: false };

/** Conditions with what they are; a name that nobody knows is false (S2-3-b). */
export const MACHINE_CONDITIONS: Readonly<Record<string, (variables: Variables) => boolean>> = {
  'x > 1': ({ x }) => x > 1,
  'x < 3': ({ x }) => x < 3,
  y: ({ y }) => y,
  'not y': ({ y }) => !y,
  'x % 2 == 0': ({ x }) => x % 2 === 0,
  'x == 2 or context.y': ({ x, y }) => x === 2 || y,
  'nothing > 1': () => false,
};

/** Statements with what they set. */
export const CODES: Readonly<Record<string, (variables: Variables) => Partial<Variables>>> = {
  'context["x"] = x + 1': ({ x }) => ({ x: x + 1 }),
  'context["x"] = 0': () => ({ x: 0 }),
  'context["y"] = x > 1': ({ x }) => ({ y: x > 1 }),
  'twice = x * 2\ncontext["x"] = twice + 1\ncontext["y"] = False': ({ x }) => ({ x: x * 2 + 1, y: false }),
};

const STATES = ['a', 'b', 'c', 'd'];
const anyCondition = fc.constantFrom(...Object.keys(MACHINE_CONDITIONS));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const anyStep = fc.record({
  type: fc.constantFrom('llm', 'llm', 'code', 'code', 'transition'),
  inState: fc.option(fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 4 }),
  to: fc.nat(3),
  moves: fc.boolean(),
  code: fc.constantFrom(...Object.keys(CODES)),
  guard: maybe(anyGuard),
  runIf: fc.option(anyCondition, { nil: undefined, freq: 2 }),
  policy: fc.constantFrom(undefined, undefined, 'retry', 'skip', 'skip', 'fail'),
  retries: maybe(fc.nat(4)),
  ladder: fc.constantFrom(undefined, undefined, ['small', 'large']),
  approval: fc.nat(12).map((roll) => (roll === 0 ? true : undefined)),
});

/** At most six steps in at most four states. */
export const anyStateMachine: fc.Arbitrary<Fields> = fc
  .record({
    states: fc.subarray(STATES, { minLength: 1 }),
    steps: fc.array(anyStep, { minLength: 1, maxLength: 6 }),
    moves: fc.array(fc.record({ from: fc.nat(4), to: fc.nat(3), condition: maybe(anyCondition) }), { maxLength: 7 }),
    final: maybe(fc.nat(3)),
    on: fc.option(fc.nat(5), { nil: undefined, freq: 3 }),
    maxIterations: maybe(fc.integer({ min: 2, max: 12 })),
    maxStall: maybe(fc.integer({ min: 1, max: 5 })),
    policy: fc.constantFrom(undefined, undefined, 'retry', 'skip', 'fail'),
    retries: maybe(fc.nat(3)),
  })
  .map(({ states, steps, moves, final, on, maxIterations, maxStall, policy, retries }) => {
    const state = (index: number) => states[index % states.length] ?? 'a';
    const looked = on === undefined ? undefined : `s${on % steps.length}`;
    return without({
      name: 'machine',
      model: 'small',
      variables: { ...BEGINNING },
      objective: looked && objective('', { baseCase: { guard: { use: 'not-empty' }, on: looked } }),
      budgets: without({ maxIterations, maxStall }),
      workflow: without({
        state_machine: without({
          states,
          initial_state: state(0),
          transitions: moves.map(({ from, to, condition }) =>
            without({ from: from === 4 ? '*' : state(from), to: state(to), condition }),
          ),
          final_states: final === undefined ? undefined : [state(final)],
        }),
        default_on_failure: policy,
        error_handling: retries === undefined ? undefined : { default_max_retries: retries },
        steps: steps.map((step, index) => written(step, index, state)),
      }),
    });
  });

type Drawn = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

function written(step: Drawn, index: number, state: (index: number) => string): Fields {
  const { type, inState, to, moves, code, guard, runIf, policy, retries, ladder, approval } = step;
  const isCode = type === 'code';
  const isChoice = type === 'transition';
  return without({
    name: `s${index}`,
    type,
    in_state: inState && [...new Set(inState.map(state))],
    prompt: isCode ? undefined : 'Say it.',
    code: isCode ? code : undefined,
    guard: type === 'llm' ? guard : undefined,
    transition_to: !isChoice && moves ? state(to) : undefined,
    transition_map: isChoice ? { go: state(to), stay: state(0) } : undefined,
    run_if: runIf,
    on_failure: policy,
    max_retries: isCode ? undefined : retries,
    recovery: isCode || ladder === undefined ? undefined : { ladder },
    approval: isCode ? undefined : approval,
  });
}
