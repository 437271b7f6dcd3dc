// A real PostgreSQL, the simulated models: every account of a run that did without a part of it says what is missing, and why (report 36).
import { resultOf } from '../../../src/api/runs/result.ts';
import { toldStory } from '../../../src/stories/told-runs.ts';
import '../../../src/topologies/views.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine?.stop());

const PART = (id: string) => ({
  id,
  generator: { kind: 'llm', prompt: 'Make a part.' },
  guard: { use: 'contains', with: { text: 'part' } },
  recovery: { rMax: 1, onExhausted: 'skip' },
});

test('report 36: the result, the reasons and the joined artifact name the part that is missing, in the words of its guard', async () => {
  const id = await engine.start({
    name: 'joined',
    model: { name: 'sim:script', extra: { sim: { outputs: { a: ['part A'], b: ['Nothing 42'], c: ['part C'] } } } },
    steps: [
      ...['a', 'b', 'c'].map(PART),
      {
        id: 'join',
        optionalRequires: ['a', 'b', 'c'],
        generator: { kind: 'fixed', content: '{artifact.a} {artifact.b} {artifact.c}' },
        guard: { use: 'not-empty' },
      },
    ],
  });
  await engine.until(id, ended);
  const row = await engine.store.runs.find(id);
  if (!row) throw new Error('The run is gone.');
  const why = /^its 2 attempts were used up; contains rejected the last one: .*part/;
  expect(await resultOf(engine.store, row)).toMatchObject({
    status: 'completed',
    missing: [{ step: 'b', reason: expect.stringMatching(why) }],
    waived: ['b'],
  });
  const story = await toldStory(engine.store.tellings, id);
  expect(story?.standing).toMatchObject({
    summary: expect.stringMatching(/^The run is completed, but b was waived: its 2 attempts were used up; /),
    missing: [{ step: 'b', reason: expect.stringMatching(why) }],
  });
  const { rows } = await engine.store.attempts.list(id, { step: 'join' }, { limit: 5 });
  expect(rows[0]?.artifact?.absent).toEqual({ b: expect.stringMatching(why) });
});
