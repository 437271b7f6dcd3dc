import type { Session } from './perform.ts';
import type { RunEvent } from './service/types.ts';
import { keyOf } from './shown/growing-texts.ts';

/** What the log of a run names by a masked signature, as guards and people said it. */
export interface OwnWords {
  /** Of a rejection what its guard said first, of a question how it was asked; undefined where neither is, or it cannot be read. */
  of(event: RunEvent): Promise<string | undefined>;
}

type Client = Pick<Session['client'], 'runs' | 'escalations'>;
type Attempts = ReadonlyMap<string, string>;

/** A page of the newest attempts of a step, in which one that was just judged is. */
const NEWEST = 20;
const PAGE = 200;

/** Asks for words as events need them: all attempts of a step at its first rejection, then the newest alone. */
export function createOwnWords({ runs, escalations }: Client, id: string): OwnWords {
  const lines = new Map<string, string>();
  const questions = new Map<string, string>();
  const read = new Set<string>();

  async function readAll(step: string): Promise<void> {
    read.add(step);
    for (let cursor: string | undefined; ; ) {
      const { document } = await runs.attemptRows(id, step, { limit: PAGE, cursor });
      keep(lines, linesOf(document.data));
      if (document.page.nextCursor === null) return;
      cursor = document.page.nextCursor;
    }
  }
  async function rejection(at: { readonly step: string; readonly epoch: number; readonly attempt: number }) {
    const key = keyOf(at);
    if (!lines.has(key) && !read.has(at.step)) await readAll(at.step);
    else if (!lines.has(key))
      keep(lines, linesOf((await runs.attemptRows(id, at.step, { limit: NEWEST, order: 'newest' })).document.data));
    return lines.get(key);
  }
  async function question(escalationId: string) {
    if (!questions.has(escalationId)) {
      const { document } = await escalations.list({ runId: id, limit: PAGE });
      for (const row of document.data) questions.set(row.id, row.question);
    }
    return questions.get(escalationId);
  }

  return {
    async of({ type, data }) {
      const { step, epoch, attempt, escalationId, signature } = data;
      try {
        if (type === 'escalation.opened' && typeof escalationId === 'string') return await question(escalationId);
        const isPlace = typeof step === 'string' && typeof epoch === 'number' && typeof attempt === 'number';
        if (type === 'guard.verdict' && isPlace && signature !== undefined)
          return await rejection({ step, epoch, attempt });
        return undefined;
      } catch {
        // The event is told all the same.
        return undefined;
      }
    },
  };
}

type Row = Awaited<ReturnType<Client['runs']['attemptRows']>>['document']['data'][number];

function linesOf(rows: readonly Row[]): Attempts {
  return new Map(rows.flatMap((row) => (row.verdict ? [[keyOf(row), row.verdict.line] as const] : [])));
}

function keep(known: Map<string, string>, more: Attempts): void {
  for (const [key, line] of more) known.set(key, line);
}
