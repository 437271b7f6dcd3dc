import { play } from '../../src/testing/index.ts';
import type { Figure } from '../figure.ts';
import { tailAtMost } from '../figure.ts';

/** How long a test of a definition waits for a play, as `dsap/testing` plays it: real guards and prompts, no server. */
export const plays: Figure = {
  number: 27,
  name: 'play',
  title: 'A play of three steps',
  async *measure(bench) {
    const answers = { draft: ['The sun does it.', 'The moon does it.'], short: ['The moon.'], title: ['Tides'] };
    const taken: number[] = [];
    // The first few are to warm up.
    for (let round = -WARM; round < (bench.quick ? 20 : 200); round += 1) {
      const began = performance.now();
      const { status } = await play(REPORT, { input: { topic: 'tides' }, answers });
      if (round >= 0) taken.push(performance.now() - began);
      if (status !== 'completed') throw new Error(`the play is ${status}`);
    }
    yield tailAtMost('three steps, one of them made twice', taken, 20);
  },
};

const WARM = 5;

const step = (id: string, prompt: string, guard: object, requires: readonly string[] = []) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt },
  guard,
});

const REPORT = {
  name: 'report',
  input: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } },
  steps: [
    step('draft', 'Write about {input.topic}.', { use: 'contains', with: { text: 'moon' } }),
    step('short', 'Say in short: {artifact.draft}', { use: 'length', with: { max: 20 } }, ['draft']),
    step('title', 'Find a title.', { use: 'not-empty' }, ['short']),
  ],
};
