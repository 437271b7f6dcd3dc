import { stat } from 'node:fs/promises';
import { DsapProblem } from '../../client/problem.ts';
import { fieldOf } from '../../text/loose.ts';
import { FileRefused, UsageError, warningLine } from './exit.ts';
import type { Session, Work } from './perform.ts';
import { readText } from './place.ts';
import type { StartRun } from './service/types.ts';
import { statusSpan } from './shown/format.ts';
import { watchRun } from './watch.ts';
import { documentIn, type FoundDocument, jsonFrom, jsonIn } from './written.ts';

export interface StartOptions {
  readonly input?: string;
  readonly set?: readonly string[];
  readonly tag?: readonly string[];
  readonly id?: string;
  readonly specification?: string;
  readonly watch?: boolean;
  readonly stay?: boolean;
  readonly text?: boolean;
}

/** `dsap run start NAME|FILE`: of a published definition, `NAME@3` for a version of it, or of a file. The id is the result. */
export function startRun(workflow: string, options: StartOptions): Work {
  return async (session) => {
    const { client, terminal, json } = session;
    const { id, specification, tag } = options;
    mustReadInputOnce(workflow, options);
    const wanted = await workflowOf(workflow);
    const input = await inputOf(options, () => schemaOf(session, wanted));
    const body: StartRun = {
      workflow: 'found' in wanted ? { definition: wanted.found.document } : wanted,
      ...(input !== undefined && { input }),
      ...(specification !== undefined && { specification }),
      ...(tag && tag.length > 0 && { tags: [...tag] }),
      ...(id !== undefined && { id }),
    };
    const { document, text } = await client.runs.start(body).catch((error: unknown) => {
      throw 'found' in wanted ? refusedInFile(error, workflow, wanted.found) : error;
    });
    if (json) terminal.json(text);
    else terminal.line(document.id);
    for (const warning of document.warnings ?? []) terminal.tell('Warning: ', warningLine(warning));
    if (options.watch) return watchRun(document.id, options)(session);
    if (!json) {
      terminal.tell(statusSpan(document.status), `  Follow it: dsap run watch ${document.id}`);
    }
    return 0;
  };
}

type Wanted = { readonly name: string; readonly version?: number } | { readonly found: FoundDocument };

/** A file where there is one, or where the word looks like one; else a name. */
async function workflowOf(word: string): Promise<Wanted> {
  const looksLikeFile = /\.(?:ya?ml|json)$/i.test(word) || word.includes('/') || word === '-';
  const isFile = looksLikeFile || (await stat(word).catch(() => undefined))?.isFile() === true;
  if (isFile) return { found: await documentIn(word) };
  const [, name = word, version] = /^(.+)@(\d+)$/.exec(word) ?? [];
  return { name, ...(version !== undefined && { version: Number(version) }) };
}

/** The schema of the input, from the file or from the service. Undefined where there is none; of a name that is not known the start tells. */
async function schemaOf({ client }: Session, wanted: Wanted): Promise<unknown> {
  if ('found' in wanted) return fieldOf(wanted.found.document, 'input');
  const { name, version } = wanted;
  try {
    const { document } = await client.definitions.get(name, version === undefined ? undefined : String(version));
    return fieldOf(document.definition, 'input');
  } catch (error) {
    if (error instanceof DsapProblem && error.status === 404) return undefined;
    throw error;
  }
}

/** What the service refuses of a definition, with its places in the file. */
function refusedInFile(error: unknown, file: string, { place }: FoundDocument): unknown {
  if (!(error instanceof DsapProblem) || error.code !== 'invalid_definition') return error;
  const issues = error.errors.map((issue) => {
    const pointer = issue.pointer.replace(/^\/workflow\/definition/, '');
    return { ...issue, pointer, ...place(pointer) };
  });
  return issues.length === 0 ? error : new FileRefused(file, issues, false);
}

/** Standard input ends where it was read. */
function mustReadInputOnce(workflow: string, { input, set = [] }: StartOptions): void {
  const readers = [workflow === '-', input === '@-', ...set.map((pair) => /^[^=]+=@-$/.test(pair))];
  if (readers.filter(Boolean).length > 1)
    throw new UsageError('Standard input (-) can be read for one thing only. Put the others into files.');
}

/** `schema` is asked for only where it changes what `--set` stands for. */
async function inputOf({ input, set = [] }: StartOptions, schema: () => Promise<unknown>): Promise<unknown> {
  const given = input === undefined ? undefined : await valueOf(input);
  if (set.length === 0) return given;
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new UsageError('--set adds to an input that is a JSON object, which --input is not.');
  const pairs = set.map(pairOf);
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index);
  if (twice) throw new UsageError(`--set gives ${twice[0]} twice; keep one of them.`);
  const { dependsOnSchema, valueOfSet, wantsJson } = await import('./set-values.ts');
  const known = pairs.some(([, text]) => dependsOnSchema(text)) ? await schema() : undefined;
  const values: [string, unknown][] = [];
  for (const [name, text] of pairs) {
    const file = text.startsWith('@') && !text.startsWith('@@') ? text.slice(1) : undefined;
    if (file === undefined) values.push([name, valueOfSet(name, text.replace(/^@@/, '@'), known)]);
    else {
      const content = await readText(named(file, `--set ${name}=@`));
      values.push([name, wantsJson(name, known) ? await jsonFrom(content, file) : content]);
    }
  }
  return Object.fromEntries([...Object.entries(given ?? {}), ...values]);
}

/** `@FILE` with JSON or YAML in it, `@-`, or JSON itself. */
async function valueOf(text: string): Promise<unknown> {
  if (!text.startsWith('@')) return jsonIn(text, '--input (@FILE would name a file)');
  const file = named(text.slice(1), '--input @');
  if (!/\.ya?ml$/i.test(file)) return jsonFrom(await readText(file), file);
  const { document } = await documentIn(file);
  if (document === null) throw new UsageError(`${file} is empty; it must hold the input.`);
  return document;
}

function named(file: string, option: string): string {
  if (file === '') throw new UsageError(`${option} names no file. A text that begins with @ is written with two: @@.`);
  return file;
}

function pairOf(text: string): readonly [name: string, value: string] {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`--set takes NAME=VALUE, not ${text}.`);
  return [name, value];
}
