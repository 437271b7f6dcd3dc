/** A definition as it is published. */
export type Document = Readonly<Record<string, unknown>> & { readonly name: string };

const PASS = 'final';

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
        guard: { use: 'contains', with: { text: PASS } },
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
    model: scripted({ work: [answer] }),
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
    guard: { use: 'contains', with: { text: PASS } },
  }));
  return { name, steps };
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
