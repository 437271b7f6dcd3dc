import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type TypeScript from 'typescript-5';

/** Where the codes are that V8 has made of the compiler, in base64, if somebody has kept them. */
export const CODES = new URL('./typescript.codes', import.meta.url);

/** The compiler; with codes of this V8 it is not compiled again, with others it is. */
export function compilerScript(codes?: Buffer): Script {
  const text = readFileSync(new URL('./typescript.cjs', import.meta.url), 'latin1');
  return new Script(`(function (module, exports, require) {${text}\nreturn module.exports;\n})`, {
    filename: 'typescript.cjs',
    ...(codes && { cachedData: codes }),
  });
}

export function loaded(script: Script): typeof TypeScript {
  const module = { exports: {} };
  const library: typeof TypeScript = script.runInThisContext()(module, module.exports, createRequire(import.meta.url));
  return library;
}
