import { mayBeFor } from '../../api/rows/may-be-for.ts';
import { answeredBy, decisionWord, kindWord } from '../../model/events/escalation-words.ts';
import { EXIT, INTERRUPTED } from './exit.ts';
import { following } from './following.ts';
import type { Session, Work } from './perform.ts';
import { tellOfMore } from './runs.ts';
import type { QuestionRow } from './service/types.ts';
import { ago } from './shown/format.ts';
import { type Line, table } from './shown/spans.ts';

export interface QuestionOptions {
  readonly run?: string;
  readonly kind?: string;
  readonly assignee?: string;
  readonly limit?: string;
  readonly cursor?: string;
  readonly watch?: boolean;
}

/** `dsap questions`: what people are asked, those first that expire first, then the oldest; with `--watch` what becomes of them, and new ones, until Ctrl-C. */
export function listQuestions({ watch = false, ...options }: QuestionOptions): Work {
  return async (session) => {
    if (!watch) return list(session, options);
    const { client, terminal } = session;
    // What is asked between the list and the following of it is not missed.
    const { id } = (await client.feed.now()).document;
    await list(session, options);
    const { run, kind, assignee } = options;
    const names = assignee === 'me' ? await namesHere(client) : assignee === undefined ? undefined : [assignee];
    for await (const { event, data } of client.feed.changes({ ...following(terminal), after: id })) {
      if (event === 'reset') await list(session, options);
      if (event !== 'question') continue;
      const question: QuestionRow = JSON.parse(data);
      if (run !== undefined && question.runId !== run) continue;
      if (kind !== undefined && question.kind !== kind) continue;
      if (names && !mayBeFor(question, names)) continue;
      if (session.json) terminal.json(data);
      else terminal.line(...questionRow(question, terminal.now()).flatMap((cell): Line => [cell, '  ']));
    }
    return INTERRUPTED;
  };
}

async function namesHere(client: Session['client']): Promise<readonly string[]> {
  const { id, name } = (await client.me()).document;
  return [id, name];
}

async function list(
  { client, terminal, json }: Session,
  { run, kind, assignee, limit, cursor }: QuestionOptions,
): Promise<number> {
  const { document, text } = await client.escalations.list({
    status: 'open',
    order: 'urgency',
    runId: run,
    kind,
    assignee,
    limit,
    cursor,
  });
  if (json) {
    terminal.json(text);
    return EXIT.done;
  }
  const now = terminal.now();
  const [outages, asked] = [true, false].map((isOutage) =>
    document.data.filter(({ endpoint }) => (endpoint !== undefined) === isOutage),
  );
  for (const row of table((asked ?? []).map((question) => questionRow(question, now)))) terminal.line(...row);
  if (outages && outages.length > 0) terminal.line(['strong', 'Outages']);
  for (const row of table((outages ?? []).map((question) => questionRow(question, now)))) terminal.line(...row);
  terminal.tell(document.data.length === 0 ? 'Nobody is asked anything.' : 'Answer one: dsap run decide ID');
  for (const name of new Set((outages ?? []).map(({ endpoint }) => endpoint ?? '')))
    terminal.tell(`Retry all of ${name}: dsap endpoint retry ${name}`);
  tellOfMore({ terminal }, document.page.nextCursor);
  return EXIT.done;
}

/** A question as cells of a table. */
export function questionRow(question: QuestionRow, now: number): Line {
  const { id, workflow, step, kind, status, assignees, openedAt, decided } = question;
  return [
    [status === 'open' ? 'ask' : 'quiet', status === 'open' ? '◆' : '·'],
    id,
    [workflow, step].filter((part) => part !== null).join(' · '),
    kindWord(kind),
    decided
      ? `${decisionWord(decided.action)} ${answeredBy(decided.by)}`
      : status === 'open'
        ? ago(openedAt, now)
        : status,
    assignees.join(', '),
    question.question,
  ];
}
