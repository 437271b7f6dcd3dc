import type { Changed } from '../../ports/store/changes.ts';
import { questionRowView } from '../rows/question-row.ts';
import { type RowContext, rowFacts, runRowView } from '../rows/run-row.ts';
import type { Frame } from '../streams/frame.ts';
import type { Delivery, Message } from './kept.ts';

/** What changed, row by row. */
export async function messagesOf(context: RowContext, changed: Changed): Promise<readonly Message[]> {
  const rows = changed.runs.map(({ row }) => row);
  const facts = await rowFacts(context, rows, changed.questions);
  const runs = rows.map((row) => messageOf('run', runRowView(row, facts)));
  const questions = changed.questions.map((row) => questionRowView(row, facts.words));
  return [...runs, ...questions.map((row) => messageOf('question', row))];
}

function messageOf(event: 'run' | 'question', row: { readonly id: string }): Message {
  return { key: `${event}/${row.id}`, text: `event: ${event}\ndata: ${JSON.stringify(row)}\n\n` };
}

/** Whoever comes back so late, or with such an id, reads its lists anew. */
export const RESET: Message = { key: 'reset', text: 'event: reset\ndata: {}\n\n' };

/**
 * A delivery for one reader, whose seq was `before`. The last message alone carries the id and the new seq: whoever is cut off before that
 * is sent all of them again. Without messages the id is sent for itself.
 */
export function framesOf({ id, messages }: Delivery, before: number, seq: number): readonly Frame[] {
  const texts = messages.map(({ text }) => text);
  const last = `id: ${id}\n${texts.pop() ?? '\n'}`;
  return [...texts.map((text) => ({ seq: before, bytes: Buffer.from(text) })), { seq, bytes: Buffer.from(last) }];
}
