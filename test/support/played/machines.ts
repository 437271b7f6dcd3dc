import fc from 'fast-check';

const STATES = ['a', 'b', 'c', 'd'];
/** What a careless author writes in the place of something else. */
const WRONG: readonly unknown[] = ['nowhere', '', 7, null, [], {}, 'a', ['a', 'z'], '*', true];

/** A state machine of at most six steps that is right. */
export const anyMachine: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .record({
    states: fc.subarray(STATES, { minLength: 1 }),
    steps: fc.array(anyStep(), { minLength: 1, maxLength: 6 }),
    moves: fc.array(fc.record({ from: fc.nat(4), to: fc.nat(3), condition: fc.option(fc.constant('x > 1')) }), {
      maxLength: 6,
    }),
    final: fc.option(fc.nat(3)),
    maxIterations: fc.option(fc.integer({ min: 1, max: 8 })),
    maxStall: fc.option(fc.integer({ min: 1, max: 5 })),
    policy: fc.constantFrom(undefined, 'retry', 'skip', 'fail'),
    retries: fc.option(fc.nat(3)),
  })
  .map(({ states, steps, moves, final, maxIterations, maxStall, policy, retries }) => {
    const state = (index: number) => states[index % states.length] ?? 'a';
    return {
      name: 'any',
      budgets: { ...(maxIterations && { maxIterations }), ...(maxStall && { maxStall }) },
      workflow: {
        state_machine: {
          states,
          initial_state: state(0),
          transitions: moves.map(({ from, to, condition }) => ({
            from: from === 4 ? '*' : state(from),
            to: state(to),
            ...(condition !== null && { condition }),
          })),
          ...(final !== null && { final_states: [state(final)] }),
        },
        ...(policy !== undefined && { default_on_failure: policy }),
        ...(retries !== null && { error_handling: { default_max_retries: retries } }),
        steps: steps.map(({ inState, to, ...step }, index) => ({
          name: `s${index}`,
          ...step,
          ...(inState !== null && { in_state: state(inState) }),
          ...(step.type === 'transition'
            ? { transition_map: { go: state(to ?? 0), stay: state(0) } }
            : to !== null && { transition_to: state(to) }),
        })),
      },
    };
  });

/** The same with up to three of its values replaced by wrong ones. */
export const brokenMachine: fc.Arbitrary<unknown> = fc
  .tuple(anyMachine, fc.array(fc.tuple(fc.nat(9_999), fc.constantFrom(...WRONG)), { minLength: 1, maxLength: 3 }))
  .map(([machine, changes]) =>
    changes.reduce<unknown>((document, [at, value]) => replaced(document, at, value), machine),
  );

function anyStep() {
  const common = { inState: fc.option(fc.nat(3)), to: fc.option(fc.nat(3)) };
  return fc.oneof(
    fc.record({ type: fc.constant('llm' as const), prompt: fc.constant('Say {tick}.'), ...common }),
    fc.record({ type: fc.constant('code' as const), code: fc.constant('context["x"] = tick'), ...common }),
    fc.record({ type: fc.constant('transition' as const), prompt: fc.constant('Which?'), ...common }),
  );
}

/** The value at the so-and-so-many-th place of the document, counted around, replaced. */
function replaced(document: unknown, at: number, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(document));
  const places = placesIn(copy);
  const place = places[at % places.length];
  if (place) Reflect.set(place.holder, place.key, value);
  return copy;
}

function placesIn(value: unknown): readonly { readonly holder: object; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [{ holder: value, key }, ...placesIn(child)]);
}
