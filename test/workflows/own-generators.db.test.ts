// Generators of somebody's own module in whole runs: a real PostgreSQL.
import { defineGenerator } from '../../src/index.ts';
import { partsOf } from '../support/engine/agents.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

const MIB = 1024 * 1024;
const ANSWERS = new Map<string, unknown>([
  ['number', 5],
  ['nothing', undefined],
  ['header', { content: 'x', mediaType: 'bo gus\r\nX: y' }],
  ['large', 'é'.repeat(2 * MIB + 1)],
  ['fine', { content: '{}', mediaType: 'application/json; charset=utf-8' }],
]);

let calls = 0;
let engine: AnyEngine;
beforeAll(async () => {
  const generators = [...ANSWERS].map(([name, answer]) =>
    defineGenerator({
      name,
      description: 'Answers.',
      generate: () => {
        calls += 1;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        return answer as string;
      },
    }),
  );
  engine = await startInProcess({ parts: partsOf({ generators }) });
});
afterAll(() => engine.stop());

async function play(use: string) {
  calls = 0;
  const step = { id: 'work', generator: { kind: 'custom', use }, guard: { use: 'not-empty' } };
  const id = await engine.start({ name: 'own', steps: [step] });
  return engine.until(id, (state) => ended(state) || state.life.status === 'escalated');
}

test.each([
  ['number', /it must answer a text, or \{content, mediaType\?\}/],
  ['nothing', /it must answer a text, or \{content, mediaType\?\}/],
  ['header', /a media type looks like text\/plain/],
  ['large', /an artifact has at most 4194304 bytes/],
])(
  'R32: one that answers no artifact (%s) is told in words, at once: another try would be the same',
  async (use, question) => {
    const { escalations } = await play(use);
    expect(Object.values(escalations)).toMatchObject([
      { kind: 'infrastructure', question: expect.stringMatching(question) },
    ]);
    expect(calls).toBe(1);
  },
);

test('S3-D3-b: a text with its media type is the artifact', async () => {
  expect(await play('fine')).toMatchObject({ life: { status: 'completed' } });
});
