import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AMBIENT } from './ambient.ts';

/** Where TypeScript 5 is: the last one that is a library. */
const LIBRARY = createRequire(import.meta.url).resolve('typescript-5');

let compiler: string | undefined;
let declarations: Readonly<Record<string, string>> | undefined;

/** The text of the compiler, 9 MB. */
export function compilerText(): string {
  compiler ??= readFileSync(LIBRARY, 'utf8');
  return compiler;
}

/** What every program finds declared: the language, and what the sandboxes' runtimes have beside it. */
export function standardDeclarations(): Readonly<Record<string, string>> {
  declarations ??= { ...languageDeclarations(), 'runtime.d.ts': AMBIENT };
  return declarations;
}

function languageDeclarations(): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const pending = ['lib.es2024.d.ts'];
  for (const file of pending) {
    if (found.has(file)) continue;
    const text = readFileSync(path.join(path.dirname(LIBRARY), file), 'utf8');
    found.set(file, text);
    for (const [, name] of text.matchAll(/^\/\/\/ <reference lib="([^"]+)" \/>/gm)) pending.push(`lib.${name}.d.ts`);
  }
  return Object.fromEntries(found);
}
