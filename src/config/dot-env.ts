import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../platform/error-code.ts';
import { decodeText, NotUtf8 } from '../text/decode-text.ts';
import { adviceOn, oddCharacterIn } from '../text/odd-characters.ts';
import { visible } from '../text/visible.ts';

/** The file `.env` cannot be taken as it is: a setting that got lost in it could be the one that asks for a key. */
export class DotEnvRefused extends Error {
  override readonly name = 'DotEnvRefused';
}

/** What the file `.env` of a folder sets. */
export interface DotEnv {
  /** Where it was looked for. */
  readonly file: string;
  /** Why it was not read; undefined where it was. */
  readonly missing?: string;
  /** In their order; a blank one is left out, as one that is not set. */
  readonly values: Readonly<Record<string, string>>;
}

/** Reads `.env` of a folder. Throws `DotEnvRefused` with every line that would set nothing, or something else than it says. */
export function readDotEnv(folder: string): DotEnv {
  const file = path.join(folder, '.env');
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT' ? 'is not there' : `cannot be read (${String(errorCode(error))})`;
    return { file, missing, values: {} };
  }
  try {
    return { file, values: settingsIn(decodeText(bytes), file) };
  } catch (error) {
    throw error instanceof NotUtf8 ? new DotEnvRefused(`${file} ${error.message}`) : error;
  }
}

/**
 * Puts what `.env` of a folder sets into `env`, where that does not set it. Returns a line that says which settings these were, or that there is no
 * such file. Throws `DotEnvRefused`.
 */
export function takeDotEnv(folder: string, env: NodeJS.ProcessEnv): string {
  const { file, missing, values } = readDotEnv(folder);
  if (missing !== undefined) return `settings come from the environment alone: ${file} ${missing}`;
  const found = Object.entries(values).filter(([name]) => env[name] === undefined);
  for (const [name, value] of found) env[name] = value;
  return `settings from ${file}: ${found.map(([name]) => name).join(', ') || 'none that the environment does not set'}`;
}

interface Entry {
  readonly name: string;
  readonly value: string;
  /** The first of its lines, from 1. */
  readonly line: number;
}

interface Mistake {
  readonly line: number;
  readonly what: string;
}

function settingsIn(text: string, file: string): Readonly<Record<string, string>> {
  const found = [...entriesIn(text)];
  const entries = found.filter((one) => 'name' in one);
  const lines = new Map<string, number>();
  const twice = entries.flatMap(({ name, line }): Mistake[] => {
    const before = lines.get(name);
    lines.set(name, line);
    return before === undefined ? [] : [{ line, what: `sets ${name}, as line ${before} does; keep one of them` }];
  });
  const mistakes = [...found.filter((one) => 'what' in one), ...twice].toSorted((a, b) => a.line - b.line);
  if (mistakes.length > 0) {
    const told = mistakes.map(({ line, what }) => `  - line ${line} ${what}`);
    throw new DotEnvRefused([`${file} cannot be used:`, ...told].join('\n'));
  }
  return Object.fromEntries(entries.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
}

/** Node reads each setting; it passes over lines that are none, and over what follows a closing quotation mark. */
function* entriesIn(text: string): Generator<Entry | Mistake> {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at] ?? '';
    if (/^[ \t]*(?:#|$)/.test(first)) continue;
    const line = at + 1;
    const [, name, value = ''] = SETTING.exec(first) ?? [];
    if (name === undefined) {
      yield { line, what: noSetting(first) };
      continue;
    }
    const quote = /^["'`]/.exec(value)?.[0];
    let written = first;
    if (quote !== undefined) {
      let rest = value.slice(1);
      while (!rest.includes(quote) && at + 1 < lines.length) {
        at += 1;
        rest = lines[at] ?? '';
        written += `\n${rest}`;
      }
      const end = rest.indexOf(quote);
      if (end === -1) {
        yield { line, what: `opens a quotation mark ${quote} for ${name} that is never closed` };
        continue;
      }
      if (!/^[ \t]*(?:#|$)/.test(rest.slice(end + 1))) {
        yield {
          line,
          what: `sets ${name}, and goes on behind the closing ${quote}; quote it with a mark that is not in it`,
        };
        continue;
      }
    } else if (/[^\s#]#/.test(value)) {
      yield {
        line,
        what: `sets ${name} to a text with # in it, where a comment would begin; put the text into quotes`,
      };
      continue;
    }
    yield { name, value: parseEnv(written)[name] ?? '', line };
  }
}

const SETTING = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*(.*)$/;

/** Shows nothing of what may be a value. */
function noSetting(line: string): string {
  const odd = oddCharacterIn(line.split('=')[0] ?? '');
  if (odd) return `is no setting: its character ${odd.at + 1} is ${odd.name}; ${adviceOn(odd)}`;
  const word = visible(/^[ \t]*[^\s=:]*/.exec(line)?.[0]?.trim() ?? '').text;
  return `is no setting: it begins with "${word.slice(0, 40)}"; write NAME=value, or # before a comment`;
}
