import { existsSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type TypeScript from 'typescript-5';
import { CODES, compilerScript, loaded } from './script.ts';

/** What the programs that look at TypeScript have in common: the compiler, what is asked, and how it is answered. */

export type Library = typeof TypeScript;

let library: Library | undefined;

/** Without the parts that would look at the machine. */
export function loadLibrary(): Library {
  Object.assign(process, { browser: true });
  library ??= existsSync(CODES)
    ? loaded(compilerScript(Buffer.from(readFileSync(CODES, 'latin1'), 'base64')))
    : required();
  return library;
}

function required(): Library {
  const whole: Library = createRequire(import.meta.url)('./typescript.cjs');
  return whole;
}

export interface Finding {
  readonly file: string;
  /** From 1 on, like the column. */
  readonly line: number;
  readonly column: number;
  readonly code: number;
  readonly message: string;
}

/** The findings of one file for every place, in their order. */
export function findingsOf(ts: Library, diagnostics: readonly TypeScript.Diagnostic[]): readonly Finding[] {
  const sorted = ts.sortAndDeduplicateDiagnostics(diagnostics.filter(({ file }) => file !== undefined));
  return sorted.flatMap(({ file, start = 0, code, messageText }) => {
    if (file === undefined) return [];
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    return [{ file: file.fileName, line: line + 1, column: character + 1, code, message }];
  });
}

/** What is asked of the program, in the shape that its first lines tell. */
export function askedQuestion() {
  return JSON.parse(readFileSync('question.json', 'utf8'));
}

/** Answers what is asked; a text that nests too deep for the compiler is answered so. */
export function answer(act: (ts: Library) => object): void {
  say(answerOf(() => act(loadLibrary())));
}

function answerOf(act: () => object): object {
  try {
    return act();
  } catch (error) {
    if (error instanceof RangeError) return { tooDeep: true };
    throw error;
  }
}

function say(value: object): void {
  for (let bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`); bytes.length > 0; )
    bytes = bytes.subarray(writeSync(1, bytes));
}
