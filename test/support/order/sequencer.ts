import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Jest from '@jest/test-sequencer';
import { longestFirst, type Weights } from './longest-first.ts';

// Its types tell what `require` gives, where `import` gives something else.
const { default: Sequencer }: typeof Jest.default = createRequire(import.meta.url)('@jest/test-sequencer');

const WEIGHTS = new URL('../../weights.json', import.meta.url);

type Suites = Parameters<Jest.default['sort']>[0];

/** Jest's order of suites: by the committed weights, where its own goes by what failed and by what this machine measured last. */
export default class LongestFirst extends Sequencer {
  override sort(suites: Suites): Suites {
    const weights: Weights = JSON.parse(readFileSync(WEIGHTS, 'utf8'));
    const named = new Map(suites.map((suite) => [path.relative(suite.context.config.rootDir, suite.path), suite]));
    return longestFirst([...named.keys()], weights).flatMap((name) => named.get(name) ?? []);
  }
}
