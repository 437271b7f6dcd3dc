// Could open sandboxes: the example of docs/testing.md, word by word.
import { readFileSync } from 'node:fs';
import ts from 'typescript-5';
import { play } from '../../src/testing/index.ts';
import * as matchers from '../../src/testing/matchers.ts';
import { blocksOf } from './blocks.ts';

const blocks = blocksOf(readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8'), 'docs/testing.md');
const textOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? '';

const program = ts
  .transpile(textOf('ts'), { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })
  .replaceAll(/^import .*$/gm, '');
/** Its definition is the block before it. */
const playing = (_: string, options: object) => play(textOf('yaml'), options);
// oxlint-disable-next-line typescript/no-implied-eval -- It is a page of ours.
new Function('play', 'matchers', 'expect', 'test', program)(playing, matchers, expect, test);
