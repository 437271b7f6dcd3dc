/** A definition as it is published. */
export type Document = Readonly<Record<string, unknown>> & { readonly name: string };

const PASS = 'final';
const PASSES = { use: 'contains', with: { text: PASS } };

/** One step whose answers are rejected until the last one. */
export function refining(name: string, attempts: number): Document {
  const drafts = Array.from({ length: attempts - 1 }, (_, at) => `draft ${at + 1}`);
  return {
    name,
    model: scripted({ work: [...drafts, PASS] }),
    steps: [
      {
        id: 'work',
        generator: { kind: 'llm', prompt: 'Do the work.' },
        guard: PASSES,
        recovery: { rMax: attempts - 1, rPatience: null },
      },
    ],
  };
}

/** Like `refining`, with an answer of the caller's; it repeats, so the guard follows a script. */
export function repeating(name: string, attempts: number, answer: string): Document {
  const rejections = Array.from({ length: attempts - 1 }, () => ({
    verdict: 'retry',
    feedback: 'Not good enough yet.',
  }));
  return {
    name,
    // As long as any of its answers (R111).
    model: { ...scripted({ work: [answer] }), maxTokens: 100_000 },
    steps: [
      {
        id: 'work',
        generator: { kind: 'llm', prompt: 'Do the work.' },
        guard: { use: 'scripted', with: { verdicts: [...rejections, { verdict: 'pass' }] } },
        recovery: { rMax: attempts - 1, rPatience: null },
      },
    ],
  };
}

/**
 * Steps that each need the one before and pass at once. Each has its own line of the script, so that a request does not grow with
 * their number. `delay` is what the model takes, in milliseconds.
 */
export function chained(name: string, count: number, delay = 0): Document {
  const steps = chain(stepIds(count), (id) => ({
    model: scripted({ [id]: [{ text: PASS, delay }] }),
    guard: PASSES,
  }));
  return { name, steps };
}

/**
 * As many steps in rows beside each other, each step with an answer that is accepted at the last of its attempts. All rows may be under way
 * at once.
 */
export function laned(name: string, { steps, lanes, attempts }: Lanes): Document {
  const drafts = Array.from({ length: attempts - 1 }, (_, at) => `draft ${at + 1}`);
  const ids = stepIds(steps);
  return {
    name,
    budgets: { maxParallelAgents: lanes },
    steps: ids.map((id, at) => ({
      id,
      requires: at < lanes ? [] : [ids[at - lanes]],
      generator: { kind: 'llm', prompt: 'Do the work.' },
      model: scripted({ [id]: [...drafts, PASS] }),
      guard: PASSES,
      recovery: { rMax: attempts - 1, rPatience: null },
    })),
  };
}

interface Lanes {
  readonly steps: number;
  readonly lanes: number;
  /** Of each step. */
  readonly attempts: number;
}

/** Steps in a row that an endpoint's model of this name answers. */
export function chainedByModel(name: string, count: number, model: string): Document {
  return { name, model: { name: model }, steps: chain(stepIds(count), () => ({ guard: PASSES })) };
}

/** Steps that each need the one before, answered by a card. */
export function chainedByCard(name: string, count: number, card: string): Document {
  return {
    name,
    model: { name: `sim:${card}` },
    steps: chain(stepIds(count), () => ({ guard: { use: 'not-empty' } })),
  };
}

export function stepIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `s${at + 1}`);
}

function chain(ids: readonly string[], facts: (id: string) => object): readonly object[] {
  return ids.map((id, at) => ({
    id,
    requires: ids.slice(Math.max(0, at - 1), at),
    generator: { kind: 'llm', prompt: 'Do the work.' },
    ...facts(id),
  }));
}

function scripted(outputs: Readonly<Record<string, readonly unknown[]>>) {
  return { name: 'sim:script', extra: { sim: { outputs } } };
}
