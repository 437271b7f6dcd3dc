import type { QuestionRow } from '../../client/types.ts';
import { INTERRUPTED } from './exit.ts';
import type { Work } from './perform.ts';
import { tellOfMore } from './runs.ts';
import { ago } from './shown/format.ts';
import { type Line, table } from './shown/spans.ts';

export interface QuestionOptions {
  readonly run?: string;
  readonly kind?: string;
  readonly limit?: string;
  readonly cursor?: string;
  readonly watch?: boolean;
}

/** `dsap questions`: what people are asked, oldest first. */
export function listQuestions({ run, kind, limit, cursor, watch = false }: QuestionOptions): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    const { document, text } = await client.escalations.list({ status: 'open', runId: run, kind, limit, cursor });
    if (json) terminal.json(text);
    else {
      const now = terminal.now();
      const rows = document.data.toSorted((a, b) => a.openedAt.localeCompare(b.openedAt));
      for (const row of table(rows.map((question) => questionRow(question, now)))) terminal.line(...row);
      if (rows.length === 0) terminal.tell('Nobody is asked anything.');
      else if (!watch) terminal.tell('Answer one: dsap run decide ID');
      tellOfMore({ terminal }, document.page.nextCursor);
    }
    if (!watch) return 0;
    for await (const { event, data } of client.feed({ signal: terminal.interrupted })) {
      if (event !== 'question') continue;
      const question: QuestionRow = JSON.parse(data);
      if (json) terminal.json(data);
      else terminal.line(...questionRow(question, terminal.now()).flatMap((cell): Line => [cell, '  ']));
    }
    return INTERRUPTED;
  };
}

/** A question as cells of a table. */
export function questionRow(question: QuestionRow, now: number): Line {
  const { id, workflow, step, kind, status, assignees, openedAt, decided } = question;
  return [
    [status === 'open' ? 'ask' : 'quiet', status === 'open' ? '◆' : '·'],
    id,
    [workflow, step].filter((part) => part !== null).join(' · '),
    kind,
    decided ? `${decided.action} by ${decided.by}` : status === 'open' ? ago(openedAt, now) : status,
    assignees.join(', '),
    question.question,
  ];
}
