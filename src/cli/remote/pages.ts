import { fieldOf } from '../../text/loose.ts';
import { EXIT } from './exit.ts';
import type { Work } from './perform.ts';
import { writeText } from './place.ts';

/** `dsap run report ID -o FILE`. */
export function reportOf(id: string, file: string): Work {
  return async ({ client, terminal, json }) => {
    const { text, headers } = await client.runs.report(id, /\.(?:md|markdown)$/i.test(file) ? 'md' : 'html');
    await writeText(file, text);
    if (json) terminal.json(JSON.stringify({ file, digest: headers.get('etag') }));
    terminal.tell(`The report is in ${file}${headers.get('etag') === null ? '' : `, ${headers.get('etag')}`}.`);
    return EXIT.done;
  };
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
