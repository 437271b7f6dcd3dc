// Given to jest by its path: compiles as ever, the core and the topologies with all their mutants in them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import swc from '@swc/jest';
import { mutated } from './schemata.ts';
import { isMutated } from './targets.ts';

type Transformer = ReturnType<typeof swc.createTransformer>;
type Process = NonNullable<Transformer['process']>;
type KeyOf = NonNullable<Transformer['getCacheKey']>;

const OWN = ['schemata', 'operators', 'transformer'].map((name) =>
  readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'),
);

export function createTransformer(options: Parameters<typeof swc.createTransformer>[0]): Transformer {
  const plain = swc.createTransformer(options);
  const { process, getCacheKey } = plain;
  if (!process || !getCacheKey) throw new Error('This version of @swc/jest compiles in another way.');
  const withMutants = (text: string, file: string, root: string): string => {
    const name = path.relative(root, file).split(path.sep).join('/');
    return isMutated(name) ? mutated(name, text).text : text;
  };
  const compile: Process = (text, file, given) =>
    process.call(plain, withMutants(text, file, given.config.rootDir), file, given);
  const keyOf: KeyOf = (text, file, given) =>
    createHash('sha256')
      .update([...OWN, getCacheKey.call(plain, text, file, given)].join('\0'))
      .digest('hex');
  return { canInstrument: false, process: compile, getCacheKey: keyOf };
}

export default { createTransformer };
