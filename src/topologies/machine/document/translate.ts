import { TRANSITION_GUARD } from '../../../model/plan.ts';
import { entriesOf, fieldOf, itemsOf } from '../../../text/loose.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The name of a file that has none stands here; it is published under the one that the request gives (R53). */
const NAMELESS = 'machine';

/**
 * A state machine in the form that the engine runs, step for step: prompts with their traits, policies, guards (design 3.3). Reads a
 * document that may be wrong in parts, so that the semantic checks of every definition serve it too.
 */
export function translate(document: unknown): Fields {
  const { workflow, components: _, variables: __, topology: ___, ...rest } = fieldsOf(document);
  const fragments = fragmentsByStep(itemsOf(fieldOf(fieldOf(document, 'components'), 'traits')));
  const steps = itemsOf(fieldOf(workflow, 'steps')).map((step) => translateStep(step, fieldsOf(workflow), fragments));
  return { name: NAMELESS, ...rest, steps };
}

function translateStep(step: unknown, workflow: Fields, fragments: Fragments): Fields {
  const {
    name,
    type,
    in_state: _,
    prompt,
    code,
    output,
    transition_to: __,
    run_if: condition,
    ...rest
  } = fieldsOf(step);
  const { transition_map: map, on_failure: policy, max_retries: retries, guard, recovery, ...kept } = rest;
  const text = fieldOf(condition, 'fallback') ?? condition;
  return {
    id: name,
    ...(condition !== undefined && { when: typeof text === 'boolean' ? String(text) : text }),
    generator:
      type === 'code'
        ? { kind: 'code', code }
        : {
            kind: 'llm',
            prompt: withTraits(prompt, fragments.get(name) ?? []),
            ...(output !== undefined && { output }),
          },
    guard: type === 'transition' ? deciding(map, guard) : (guard ?? NOT_EMPTY),
    recovery: recoveryOf({ policy, retries, recovery }, workflow),
    ...kept,
  };
}

const NOT_EMPTY = { use: 'not-empty' };

/** The answer is in the map and the move is permitted, before anything else is asked of it (design 3.3). */
function deciding(map: unknown, guard: unknown): Fields {
  const leaf = { use: TRANSITION_GUARD, with: { map } };
  return guard === undefined ? leaf : { sequence: [leaf, guard] };
}

/** What `recovery` says wins over `on_failure` and `max_retries`, and a step's over the workflow's. `fail` makes no retry (R54). */
function recoveryOf(
  { policy, retries, recovery }: Readonly<Record<'policy' | 'retries' | 'recovery', unknown>>,
  workflow: Fields,
): Fields {
  const onFailure = policy ?? inherited(workflow, 'default_on_failure');
  const maxRetries = onFailure === 'fail' ? 0 : (retries ?? inherited(workflow, 'default_max_retries'));
  const onExhausted = ON_EXHAUSTED[String(onFailure)];
  return {
    ...(maxRetries !== undefined && { rMax: maxRetries }),
    ...(onExhausted !== undefined && { onExhausted }),
    ...fieldsOf(recovery),
  };
}

const ON_EXHAUSTED: Readonly<Record<string, 'fail' | 'skip' | undefined>> = {
  retry: 'fail',
  fail: 'fail',
  skip: 'skip',
};

/** Defaults stand beside the steps or under `error_handling`. */
function inherited(workflow: Fields, field: string): unknown {
  return workflow[field] ?? fieldOf(workflow['error_handling'], field);
}

type Fragments = ReadonlyMap<unknown, readonly string[]>;

function fragmentsByStep(traits: readonly unknown[]): Fragments {
  const fragments = new Map<unknown, string[]>();
  for (const trait of traits) {
    const fragment = fieldOf(trait, 'prompt_fragment');
    if (typeof fragment !== 'string') continue;
    for (const step of new Set(itemsOf(fieldOf(trait, 'inject_into')))) {
      const known = fragments.get(step);
      if (known) known.push(fragment);
      else fragments.set(step, [fragment]);
    }
  }
  return fragments;
}

/** Step prompt + component 1 + component 2 + …; always appended (S2-8-a, S2-8-d). */
function withTraits(prompt: unknown, fragments: readonly string[]): unknown {
  if (typeof prompt !== 'string') return prompt;
  const parts = [prompt, ...fragments];
  return parts.map((part, index) => (index === parts.length - 1 ? part : `${part.trimEnd()}\n\n`)).join('');
}

function fieldsOf(value: unknown): Fields {
  return Object.fromEntries(entriesOf(value));
}
