import { stat } from 'node:fs/promises';
import { UsageError } from './exit.ts';
import type { Work } from './perform.ts';
import { readText } from './place.ts';
import type { StartRun } from './service/types.ts';
import { statusSpan } from './shown/format.ts';
import { watchRun } from './watch.ts';
import { documentIn, jsonIn } from './written.ts';

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
    const input = await inputOf(options);
    const body: StartRun = {
      workflow: await workflowOf(workflow),
      ...(input !== undefined && { input }),
      ...(specification !== undefined && { specification }),
      ...(tag && tag.length > 0 && { tags: [...tag] }),
      ...(id !== undefined && { id }),
    };
    const { document, text } = await client.runs.start(body);
    if (json) terminal.json(text);
    else terminal.line(document.id);
    for (const warning of document.warnings ?? []) terminal.tell('Warning: ', detailOf(warning));
    if (options.watch) return watchRun(document.id, options)(session);
    if (!json) {
      terminal.tell(statusSpan(document.status), `  Follow it: dsap run watch ${document.id}`);
    }
    return 0;
  };
}

/** A file where there is one, or where the word looks like one; else a name. */
async function workflowOf(word: string): Promise<StartRun['workflow']> {
  const looksLikeFile = /\.(?:ya?ml|json)$/i.test(word) || word.includes('/') || word === '-';
  const isFile = looksLikeFile || (await stat(word).catch(() => undefined))?.isFile() === true;
  if (isFile) return { definition: await documentIn(word) };
  const [, name = word, version] = /^(.+)@(\d+)$/.exec(word) ?? [];
  return { name, ...(version !== undefined && { version: Number(version) }) };
}

async function inputOf({ input, set = [] }: StartOptions): Promise<unknown> {
  const given = input === undefined ? undefined : await valueOf(input);
  if (set.length === 0) return given;
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new UsageError('--set adds to an input that is a JSON object, which --input is not.');
  return Object.fromEntries([...Object.entries(given ?? {}), ...set.map(pairOf)]);
}

/** `@file.json`, `@-` or JSON itself. */
async function valueOf(text: string): Promise<unknown> {
  return text.startsWith('@')
    ? jsonIn(await readText(text.slice(1)), text.slice(1))
    : jsonIn(text, 'What --input says (@FILE would name a file)');
}

/** `k=v`: a value that reads as JSON is that, any other is a text. */
function pairOf(text: string): readonly [string, unknown] {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`--set takes NAME=VALUE, not ${text}.`);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

function detailOf(warning: unknown): string {
  const detail = typeof warning === 'object' && warning !== null && 'detail' in warning ? warning.detail : undefined;
  return typeof detail === 'string' ? detail : JSON.stringify(warning);
}
