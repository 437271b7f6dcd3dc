import { EXIT, INTERRUPTED, UsageError } from './exit.ts';
import { limitsFrom } from './limits.ts';
import type { Session, Work } from './perform.ts';
import type { Preview } from './service/types.ts';
import { counted, money, statusSpan } from './shown/format.ts';
import { previewLines } from './shown/preview-lines.ts';
import { type Line, table } from './shown/spans.ts';
import { documentIn, jsonIn } from './written.ts';

type Verb = 'stop' | 'pause' | 'resume' | 'terminate';

export interface ControlOptions {
  readonly reason?: string;
  readonly mode?: 'now' | 'after_attempt';
  readonly yes?: boolean;
}

export interface ForkOptions {
  readonly from?: string;
  readonly turn?: string;
  readonly specification?: string;
  readonly constraints?: string;
  readonly model?: string;
  readonly yes?: boolean;
}

export interface RedirectOptions {
  readonly file?: string;
  readonly say?: string;
  readonly yes?: boolean;
}

/** `dsap run stop|pause|resume|terminate ID`. */
export function control(id: string, verb: Verb, { reason, mode, yes }: ControlOptions): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    const body = { ...(reason !== undefined && { reason }), ...(mode !== undefined && { mode }) };
    if (!yes) tellPreview(session, (await client.runs.previewControl(id, verb, body)).document);
    return once(session, yes, `${verb[0]?.toUpperCase()}${verb.slice(1)} ${id}?`, async () => {
      const { document, text } = await client.runs.control(id, verb, body);
      if (json) terminal.json(text);
      else terminal.line(statusSpan(document.status), outcome(verb, document));
    });
  };
}

/** What a run comes to by each verb, once what is in flight has finished. */
const COMES_TO: Readonly<Partial<Record<Verb, string>>> = { stop: 'stopped', pause: 'paused', terminate: 'terminated' };

/** What the status alone does not say; a stop after the attempt, and a pause, are not there at once. */
function outcome(verb: Verb, { status, changed }: { readonly status: string; readonly changed: boolean }): string {
  if (!changed) return '  It was so already.';
  const then = COMES_TO[verb];
  return then === undefined || then === status ? '' : `  It is ${then} as soon as what is in flight has finished.`;
}

/** `dsap run fork ID`. */
export function fork(id: string, { from, turn, specification, constraints, model, yes }: ForkOptions): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    const body = {
      ...(from !== undefined && { fromStep: from }),
      ...(turn !== undefined && { fromTurn: Number(turn) }),
      ...(specification !== undefined && { specification }),
      ...(constraints !== undefined && { constraints }),
      ...(model !== undefined && { model: await modelOf(model) }),
    };
    const seen = yes ? undefined : (await client.runs.previewFork(id, body)).document;
    if (seen) tellPreview(session, seen);
    return once(session, yes, `Fork ${id}?`, async () => {
      const { document, text } = await client.runs.fork(id, body, seen?.revision);
      if (json) return terminal.json(text);
      terminal.line(document.id);
      return terminal.tell(statusSpan(document.status), `  Follow it: dsap run watch ${document.id}`);
    });
  };
}

async function modelOf(text: string): Promise<unknown> {
  return text.startsWith('{') ? jsonIn(text, '--model') : text;
}

/** `dsap run budget ID`: shows it; with limits, sets them, unless the run has moved on since it was looked at. */
export function budget(
  id: string,
  { set = [], yes }: { readonly set?: readonly string[]; readonly yes?: boolean },
): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    const { document, text, headers } = await client.runs.budget(id);
    if (set.length === 0) {
      if (json) terminal.json(text);
      else for (const line of table(budgetRows(document))) terminal.line(...line);
      return EXIT.done;
    }
    const limits = limitsFrom(set);
    const etag = headers.get('etag') ?? '*';
    if (!yes) {
      for (const [name, value] of Object.entries(limits)) {
        const before: unknown = Object.entries(document.limits).find(([limit]) => limit === name)?.[1];
        terminal.tell(`${name}: ${before === undefined ? 'no limit' : told(before)} → ${told(value)}`);
      }
      tellPreview(session, (await client.runs.previewBudget(id, limits, etag)).document);
    }
    return once(session, yes, `Set this for ${id}?`, async () => {
      const answer = await client.runs.setBudget(id, limits, etag);
      if (json) terminal.json(answer.text);
      else for (const line of table(budgetRows(answer.document))) terminal.line(...line);
    });
  };
}

type Budget = Awaited<ReturnType<Session['client']['runs']['budget']>>['document'];

function budgetRows({ limits, used, remaining, bound }: Budget): readonly Line[] {
  const names = [...new Set([...Object.keys(limits), ...Object.keys(used)])];
  const at = (amounts: object, name: string): string => {
    const value: unknown = Object.entries(amounts).find(([key]) => key === name)?.[1];
    if (value === undefined || value === null) return '–';
    if (name !== 'maxCostUsd') return told(value);
    // What is left may be nothing; nothing was spent is told by a dash.
    return Number(value) === 0 && amounts !== used ? '$0' : money(Number(value));
  };
  return [
    [
      ['strong', 'limit'],
      ['strong', 'of'],
      ['strong', 'used'],
      ['strong', 'left'],
    ],
    ...names.map((name): Line => [name, at(limits, name), at(used, name), at(remaining, name)]),
    [`at most ${counted(bound.remaining, 'more generation')} of ${bound.generations}`],
  ];
}

function told(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `dsap run redirect ID`: bound to the revision that its preview was made of. */
export function redirect(id: string, { file, say, yes }: RedirectOptions): Work {
  return async (session) => {
    if ((file === undefined) === (say === undefined))
      throw new UsageError('Say what to change: either --file with a redirect, or --say with free words.');
    const { client, terminal, json } = session;
    const body = file === undefined ? { instruction: say } : (await documentIn(file)).document;
    const { document: preview } = await client.runs.previewRedirect(id, body);
    tellPreview(session, preview);
    return once(session, yes, 'Send this correction?', async () => {
      const { document, text } = await client.runs.redirect(id, body, preview.revision);
      const done = say === undefined ? '  corrected' : '  A proposal is asked for; it comes as a question.';
      if (json) terminal.json(text);
      else terminal.line(statusSpan(document.status), document.changed ? done : '  It was so already.');
    });
  };
}

function tellPreview({ terminal }: Session, preview: Preview): void {
  for (const line of previewLines(preview)) terminal.tell(...line);
}

/** Asks on a terminal; elsewhere `--yes` must say that it is meant. */
async function once({ terminal }: Session, yes = false, question: string, act: () => Promise<void>): Promise<number> {
  if (!yes) {
    if (!terminal.asks)
      throw new UsageError('Nobody can be asked here, so nothing was done. --yes does it without asking.');
    const answer = await terminal.ask(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
      terminal.tell('Nothing was done.');
      return INTERRUPTED;
    }
  }
  await act();
  return EXIT.done;
}
