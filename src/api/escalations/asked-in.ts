import { type Asked, type AskedAs, askedOfPeople } from '../../definitions/checks/asked-of-people.ts';
import type { Store } from '../../ports/store/store.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { type AskedRow, askedQuestion } from './asked-question.ts';
import { questionIn, textOf } from './evidence.ts';

/** Only a step may ask in words of its own; for a clarification that asks back the model does (R90). */
export async function askedIn(store: Store, row: AskedRow): Promise<Asked | undefined> {
  const { escalation } = row;
  const asksBack = escalation.kind === 'clarification' && !escalation.allowedActions.includes('approve');
  const question = asksBack ? questionIn(await textOf(store, escalation.artifactDigest)) : undefined;
  if (question !== undefined) return { question, assignees: [] };
  if (!mayAskInOwnWords(escalation)) return undefined;
  const document = await documentOf(store, row);
  const asked = askedOfPeople(document, escalation);
  if (asked === undefined || escalation.kind === 'assertion') return asked;
  return { ...asked, question: await askedQuestion(store, row, document, asked.question) };
}

/** Who is named to answer; empty where anybody may. */
export async function assigneesOf(store: Store, row: AskedRow): Promise<readonly string[]> {
  if (!mayAskInOwnWords(row.escalation)) return [];
  return askedOfPeople(await documentOf(store, row), row.escalation)?.assignees ?? [];
}

function mayAskInOwnWords({ leaf, kind }: AskedAs): boolean {
  return leaf !== undefined || kind === 'input';
}

async function documentOf(store: Store, { runId, run }: AskedRow): Promise<unknown> {
  return store.revisions.document((run ?? (await mustFindRun(store, runId))).record);
}
