import { DsapProblem } from '../../client/problem.ts';
import { answeredBy, decisionWord } from '../../model/events/escalation-words.ts';
import { fieldOf } from '../../text/loose.ts';
import { decisionFrom, type Given } from './decision.ts';
import { EXIT, INTERRUPTED, UsageError } from './exit.ts';
import { complaint, type Session, type Work } from './perform.ts';
import { readText } from './place.ts';
import { questionRow } from './questions.ts';
import type { Decision, QuestionPage } from './service/types.ts';
import { statusSpan } from './shown/format.ts';
import { questionLines } from './shown/question-lines.ts';
import { framed, table } from './shown/spans.ts';

export interface DecideOptions {
  readonly say?: string;
  readonly file?: string;
  readonly step?: string;
  readonly budget?: readonly string[];
  readonly attempts?: string;
  readonly yes?: boolean;
  readonly shown?: string;
}

/**
 * `dsap run decide [EID] [ACTION]`: shows the question, its evidence and what each answer would do, asks, and decides, bound to what was
 * shown. `--yes` asks nobody, and needs the `shown` of an earlier look. Where the question has moved on nothing is decided: exit 7.
 */
export function decide(eid: string | undefined, action: string | undefined, options: DecideOptions): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    if (options.yes && (options.shown === undefined || eid === undefined || action === undefined))
      throw new UsageError(
        '--yes asks nobody, so it needs the question, the action, and --shown with what an earlier `dsap run decide EID --json` showed.',
      );
    const id = eid ?? (await choose(session));
    if (id === undefined) return terminal.asks ? INTERRUPTED : EXIT.waitsForPerson;
    const given: Given = { ...options, ...(options.file !== undefined && { content: await readText(options.file) }) };
    if (options.yes && action !== undefined) {
      const { document } = await client.escalations.page(id);
      const decision = decisionFrom(document, action, given);
      return send(session, id, { ...decision, shown: options.shown });
    }
    const { document: page, text } = await client.escalations.page(id);
    if (json) terminal.json(text);
    else for (const line of questionLines(page, terminal.now())) terminal.line(...line);
    if (page.status !== 'open') return closed(session, page);
    if (json || !terminal.asks) {
      if (action !== undefined && !json)
        throw new UsageError(
          `Nobody can be asked here. Look first, then: dsap run decide ${id} ${action} --yes --shown ${page.shown ?? ''}`,
        );
      if (!json) terminal.tell(`Decide it: dsap run decide ${id} ACTION --yes --shown ${page.shown ?? ''}`);
      return EXIT.waitsForPerson;
    }
    const decision = await asked(session, page, action, given);
    if (decision === undefined) {
      terminal.tell('Nothing was decided.');
      return INTERRUPTED;
    }
    return send(session, id, { ...decision, ...(page.shown !== undefined && { shown: page.shown }) });
  };
}

/** The one open question, or the one that is picked of several. */
async function choose({ client, terminal }: Session): Promise<string | undefined> {
  const { document } = await client.escalations.list({ status: 'open', order: 'urgency' });
  const open = document.data;
  if (open.length === 0)
    throw new DsapProblem(404, { code: 'escalation_not_found', detail: 'Nobody is asked anything.' });
  if (open.length === 1) return open[0]?.id;
  const rows = open.map((question, index) => [
    ['strong', String(index + 1)] as const,
    ...questionRow(question, terminal.now()),
  ]);
  for (const row of table(rows)) terminal.line(...row);
  if (!terminal.asks) {
    terminal.tell('Several questions are open. Name one: dsap run decide ID');
    return undefined;
  }
  const number = await terminal.ask(`Which one, 1 to ${open.length}? `);
  if (number === undefined) return undefined;
  const found = open[Number(number) - 1] ?? open.find(({ id }) => id === number.trim());
  if (!found) throw new UsageError(`${number} is none of them.`);
  return found.id;
}

function closed({ terminal }: Session, { status, decision }: QuestionPage): number {
  terminal.tell(
    decision
      ? `It was decided before: ${decisionWord(decision.action)}, ${answeredBy(decision.by)}, ${decision.at}. Nothing was decided now.`
      : `The question is ${status}. Nothing was decided.`,
  );
  return EXIT.refused;
}

/** What a person at the terminal answers; undefined: nothing. */
async function asked(
  { terminal }: Session,
  page: QuestionPage,
  action: string | undefined,
  given: Given,
): Promise<Decision | undefined> {
  const names = page.options.map((option) => option.action);
  const chosen = action ?? (await terminal.ask(`\nYour answer (${names.join(', ')}): `))?.trim();
  if (chosen === undefined || chosen === '') return undefined;
  const option = page.options.find((one) => one.action === chosen);
  let said = given;
  for (const { name, required, values, chosen: usual } of option?.fields ?? []) {
    const [field, question] = FIELDS[name] ?? [];
    const isGiven = field !== undefined && (said[field] ?? (field === 'content' ? said.say : undefined)) !== undefined;
    if (field === undefined || isGiven) continue;
    if (!required && action !== undefined) continue;
    const hint = values
      ? ` (${values.join(', ')}${usual === undefined ? '' : `; ${usual}`})`
      : required
        ? ''
        : ' (may stay empty)';
    const typed = await terminal.ask(`${question}${hint}: `);
    if (typed === undefined) return undefined;
    const value = typed === '' ? usual : typed;
    if (value !== undefined && value !== '')
      said = { ...said, [field]: field === 'budget' ? value.split(/[\s,]+/) : value };
  }
  const decision = decisionFrom(page, chosen, said);
  const sure = option && (option.endsRun === 'yes' || option.over || action !== undefined);
  if (!sure) return decision;
  terminal.tell([option.consequence, ...(option.why ?? [])].join(' '));
  return /^y(es)?$/i.test((await terminal.ask(`${option.label}, is that meant? [y/N] `)) ?? '') ? decision : undefined;
}

/** Field of an answer → what it is given by, and how it is asked for. */
const FIELDS: Readonly<Record<string, readonly ['say' | 'content' | 'step' | 'budget', string]>> = {
  feedback: ['say', 'What is wrong'],
  guidance: ['say', 'Guidance'],
  reason: ['say', 'Why'],
  content: ['content', 'The text, in one line (--file takes a longer one)'],
  step: ['step', 'Step'],
  budgets: ['budget', 'Limits, as maxCostUsd=2'],
};

/** What somebody wrote is not lost with a decision that was refused. */
function tellWords(terminal: Session['terminal'], decision: Decision): void {
  const words = WORDS.map((name) => fieldOf(decision, name)).find((value) => typeof value === 'string' && value !== '');
  if (typeof words !== 'string') return;
  terminal.tell('Your words:');
  for (const line of framed(words)) terminal.tell(...line);
}

const WORDS = ['feedback', 'guidance', 'content', 'reason', 'comment'] as const;

async function send(session: Session, id: string, decision: Decision): Promise<number> {
  const { client, terminal, json } = session;
  try {
    const { document, text, status } = await client.escalations.decide(id, decision);
    if (json) terminal.json(text);
    else {
      const by = document.decision?.by;
      terminal.line(
        ['person', '✎ '],
        `${decisionWord(decision.action)}${by === undefined ? '' : `, ${answeredBy(by)}`}`,
      );
      if (status === 202) terminal.tell('The guard judges the text; the question stays open where it rejects it.');
      const { document: run } = await client.runs.get(document.runId);
      terminal.tell(statusSpan(run.status), `  Follow it: dsap run watch ${run.id}`);
    }
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof DsapProblem) || error.code !== 'stale_decision') throw error;
    if (json) terminal.json(JSON.stringify(error.document));
    for (const line of complaint(error)) terminal.tell(line);
    tellWords(terminal, decision);
    terminal.tell(`Look again: dsap run decide ${id}`);
    return EXIT.refused;
  }
}
