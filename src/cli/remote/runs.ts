import type { Session, Work } from './perform.ts';
import { ago, clock, counted, figures, statusSpan } from './shown/format.ts';
import { overviewLines } from './shown/overview-lines.ts';
import { type Line, table } from './shown/spans.ts';

export interface ListOptions {
  readonly status?: string;
  readonly workflow?: string;
  readonly tag?: string;
  readonly text?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** `dsap run list`: newest first. */
export function listRuns({ text, ...filters }: ListOptions): Work {
  return async ({ client, terminal, json }) => {
    const { status, workflow, tag, limit, cursor } = filters;
    const { document, text: raw } = await client.runs.list({ status, workflow, tag, limit, cursor, q: text });
    if (json) {
      terminal.json(raw);
      return 0;
    }
    const { data, page } = document;
    const now = terminal.now();
    const rows = data.map(
      (run): Line => [
        statusSpan(run.status, run),
        run.id,
        run.workflow.name,
        figures(run, now),
        ago(run.createdAt, now),
        ['quiet', run.sentence],
      ],
    );
    for (const row of table(rows)) terminal.line(...row);
    if (data.length === 0) terminal.tell('No run is like that. Start one: dsap run start NAME');
    tellOfMore({ terminal }, page.nextCursor);
    return 0;
  };
}

/** A list that is cut says so, and how to go on. */
export function tellOfMore({ terminal }: Pick<Session, 'terminal'>, nextCursor: string | null): void {
  if (nextCursor !== null) terminal.tell(['quiet', `There are more: --cursor ${nextCursor}`]);
}

/** `dsap run show ID`: how it stands, its steps, its questions and its newest attempts. */
export function showRun(id: string): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.runs.overview(id);
    if (json) terminal.json(text);
    else for (const line of overviewLines(document, terminal.now())) terminal.line(...line);
    return 0;
  };
}

/** `dsap run why ID`: what led to how it stands, and who is next. */
export function whyRun(id: string): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.runs.why(id);
    if (json) {
      terminal.json(text);
      return 0;
    }
    terminal.line(statusSpan(document.status, document), '  ', document.summary);
    for (const { text: warning } of document.warnings ?? []) terminal.line(['bad', 'Warning: '], warning);
    const rows = document.chain.map(({ seq, at, because }): Line => [['quiet', `${clock(at)}  ${seq}`], because]);
    for (const row of table(rows)) terminal.line('  ', ...row);
    for (const { who, action } of document.next) terminal.line(['strong', `Next, ${who}: `], action);
    for (const { name, step, because } of document.failureModes) terminal.line(`${name} (${step}): `, because);
    if (document.page?.hasMore)
      terminal.tell(['quiet', `Of ${counted(document.chain.length, 'reason')} the newest are shown.`]);
    return 0;
  };
}
