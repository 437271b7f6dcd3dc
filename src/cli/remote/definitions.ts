import { DsapProblem } from '../../client/problem.ts';
import { EXIT, issueLine, warningLine } from './exit.ts';
import type { Session, Work } from './perform.ts';
import { tellOfMore } from './runs.ts';
import type { Definition, DefinitionGraph } from './service/types.ts';
import { ago, counted } from './shown/format.ts';
import { planLines } from './shown/plan-lines.ts';
import { type Line, table } from './shown/spans.ts';
import { documentIn, writtenIn } from './written.ts';

/** `dsap definition publish FILE`. */
export function publishFile(file: string, name: string | undefined): Work {
  return (session) =>
    telling(session, file, async () => {
      const { client, terminal, json } = session;
      const { document, text, status } = await client.definitions.publish(await writtenIn(file, name));
      if (json) return terminal.json(text);
      for (const warning of document.warnings) terminal.tell('Warning: ', warningLine(warning));
      terminal.line(`${document.name}@${document.version}`);
      const news = status === 201 ? 'is published' : 'was published before with the same content';
      return terminal.tell(`It ${news}. Start a run: dsap run start ${document.name}`);
    });
}

/** Does it, and tells what is wrong with the file as compilers do, for editors to jump to. */
async function telling({ terminal, json }: Session, file: string, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return EXIT.done;
  } catch (error) {
    if (json || !(error instanceof DsapProblem) || error.errors.length === 0) throw error;
    for (const issue of error.errors) terminal.line(issueLine(file, issue));
    terminal.tell(`${counted(error.errors.length, 'problem')} in ${file}. Nothing was published.`);
    return EXIT.refused;
  }
}

/** `dsap definition plan FILE|NAME`. With `--json` the graph. */
export function planOf(word: string, name: string | undefined): Work {
  return (session) =>
    telling(session, word, async () => {
      const { client, terminal, json } = session;
      const isFile = /\.(?:ya?ml|json)$/i.test(word) || word.includes('/');
      if (isFile) {
        const written = await writtenIn(word, name);
        const { document: graph, text } = await client.definitions.draftGraph(written);
        if (json) return terminal.json(text);
        const { document: valid } = await client.definitions.validate(written);
        return show(session, (await documentIn(word)).document, graph, valid.bound.generations);
      }
      const found = await find(session, word);
      const { document: graph, text } = await client.definitions.graph(found.name, String(found.version));
      if (json) return terminal.json(text);
      return show(session, found.definition, graph, found.bound.generations);
    });
}

function show({ terminal }: Session, document: unknown, graph: DefinitionGraph, generations: number): void {
  for (const line of planLines(document, graph, generations)) terminal.line(...line);
}

async function find({ client }: Session, word: string): Promise<Definition> {
  return (await client.definitions.get(...nameAndVersion(word))).document;
}

/** `NAME`, or `NAME@VERSION`. */
function nameAndVersion(word: string): readonly [string, string?] {
  const [, name, version] = /^(.+)@(\d+)$/.exec(word) ?? [];
  return name === undefined || version === undefined ? [word] : [name, version];
}

export interface DefinitionListOptions {
  readonly limit?: string;
  readonly cursor?: string;
  /** Those that come with dsap, too. */
  readonly bundled?: boolean;
}

/** `dsap definition list`. */
export function listDefinitions({ limit, cursor, bundled = false }: DefinitionListOptions): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.definitions.list({ limit, cursor, ...(bundled && { bundled: 'true' }) });
    if (json) {
      terminal.json(text);
      return EXIT.done;
    }
    const now = terminal.now();
    const rows = document.data.map(
      (one): Line => [
        one.name,
        `version ${one.version}`,
        one.topology,
        `at most ${counted(one.bound.generations, 'generation')}`,
        ago(one.createdAt, now),
      ],
    );
    for (const row of table(rows)) terminal.line(...row);
    if (rows.length === 0)
      terminal.tell(
        'Nothing is published. Publish a file: dsap definition publish FILE. Those that come with dsap: dsap definition list --bundled',
      );
    tellOfMore({ terminal }, document.page.nextCursor);
    return EXIT.done;
  };
}

/** `dsap definition show NAME`: as YAML. */
export function showDefinition(word: string): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    if (json) terminal.json((await client.definitions.get(...nameAndVersion(word))).text);
    else {
      const { text } = await client.definitions.yaml(...nameAndVersion(word));
      for (const line of text.trimEnd().split('\n')) terminal.line(line);
    }
    return EXIT.done;
  };
}

/** `dsap definition diff NAME A B`: line by line. */
export function diffDefinitions(name: string, pair: readonly [string, string]): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.definitions.diff(name, pair);
    if (json) terminal.json(text);
    else if (document.unified === '') terminal.tell('The two versions are equal.');
    else
      for (const line of document.unified.trimEnd().split('\n')) {
        const style = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : undefined;
        terminal.line(style === undefined ? line : [style, line]);
      }
    return EXIT.done;
  };
}
