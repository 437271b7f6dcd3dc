// A real Temporal server, a real PostgreSQL: a fixed text with placeholders.
import { ended, startEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

test('(R113) a fixed text is substituted, and what the input may lack reads as its default, else as nothing', async () => {
  const fixed = (id: string, content: string, fields: object = {}) => ({
    id,
    generator: { kind: 'fixed', content },
    guard: { use: 'not-empty' },
    ...fields,
  });
  const id = await engine.start({
    name: 'receipt',
    input: { type: 'object', properties: { to: { type: 'string', default: 'Ada' }, note: { type: 'string' } } },
    steps: [
      fixed('amount', '5000'),
      fixed('paid', 'Paid {artifact.amount} to {input.to}{input.note}. {{ok}}', { requires: ['amount'] }),
    ],
  });
  const state = await engine.until(id, ended);
  const digest = state.steps['paid']?.artifact?.digest ?? '';
  expect((await engine.store.contents.get([digest])).get(digest)).toBe('Paid 5000 to Ada. {ok}');
});
