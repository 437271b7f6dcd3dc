import { createHash } from 'node:crypto';
import { fieldOf } from '../../text/loose.ts';
import { EXIT } from './exit.ts';
import type { Work } from './perform.ts';
import { writeText } from './place.ts';

export interface ReportOptions {
  readonly output: string;
  readonly format?: 'html' | 'md';
}

/** `dsap run report ID -o FILE`: what is written is told with its SHA-256. */
export function reportOf(id: string, { output: file, format = formatOf(file) }: ReportOptions): Work {
  return async ({ client, terminal, json }) => {
    const { text, headers } = await client.runs.report(id, format);
    await writeText(file, text);
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    if (json) terminal.json(JSON.stringify({ file, format, digest, etag: headers.get('etag') }));
    terminal.tell(`The report is in ${file}, ${digest}.`);
    return EXIT.done;
  };
}

function formatOf(file: string): 'html' | 'md' {
  return /\.(?:md|markdown)$/i.test(file) ? 'md' : 'html';
}

/** `dsap run open ID`: its page in the console, else in Temporal's Web UI. The address is the result, whoever shows it. */
export function openRun(id: string): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.runs.get(id);
    const { links } = document;
    const page = fieldOf(links, 'console');
    const address = typeof page === 'string' ? page : (links.temporalUi ?? links.self);
    if (json) terminal.json(text);
    else terminal.line(address);
    if (/^https?:\/\//.test(address)) await terminal.browse(address);
    return EXIT.done;
  };
}
