// A real PostgreSQL: a fixed text with placeholders.
import { asked } from '../support/engine/asked.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess();
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
  expect(await madeBy(id, 'paid')).toBe('Paid 5000 to Ada. {ok}');
});

test('(R108) deps.<step> and fields of what is JSON have the same names in a prompt, a fixed text and an option of a guard', async () => {
  const said = '{deps.bill.total} of {artifact.bill.total}';
  const guard = { use: 'quotes-source', with: { source: said, minLength: 1 } };
  const id = await engine.start({
    name: 'alike',
    steps: [
      {
        id: 'bill',
        generator: { kind: 'fixed', content: '{"total": 50}', mediaType: 'application/json' },
        guard: { use: 'not-empty' },
      },
      { id: 'paid', requires: ['bill'], generator: { kind: 'fixed', content: `"${said}"` }, guard },
      {
        id: 'told',
        requires: ['bill'],
        generator: { kind: 'llm', prompt: `Tell: ${said}` },
        guard: { use: 'contains', with: { text: 'Tell: 50 of 50' } },
      },
    ],
  });
  expect(await madeBy(id, 'paid')).toBe('"50 of 50"');
  expect(await madeBy(id, 'told')).toContain('Tell: 50 of 50');
});

const JSON_MADE = {
  id: 'bill',
  generator: { kind: 'fixed', content: '{"total": 50}' },
  guard: { use: 'json' },
};
const text = (id: string, content: string, fields: object = {}) => ({
  id,
  generator: { kind: 'fixed', content },
  guard: { use: 'not-empty' },
  ...fields,
});

test('(R113) a fixed text that names what was not made asks a person, who may write it', async () => {
  const steps = [JSON_MADE, text('paid', 'Paid {artifact.bill.totla}.', { requires: ['bill'] })];
  const { question } = await asked(engine, { name: 'slip', steps });
  expect(question).toMatchObject({
    step: 'paid',
    kind: 'attempts_exhausted',
    allowedActions: expect.arrayContaining(['amend']),
  });
});

test('(R113) what a skipped step would have made reads as empty in a fixed text, and is noted', async () => {
  const steps = [
    text('sign', 'Ann', { when: 'input.amount > 1000' }),
    text('paid', 'Paid. {artifact.sign}', { optionalRequires: ['sign'] }),
  ];
  const id = await engine.start({ name: 'skipped', steps, goal: ['paid'] }, { input: { amount: 1 } });
  expect(await madeBy(id, 'paid')).toBe('Paid. ');
  expect(await notesOf(id)).toEqual(['{artifact.sign} is of a step that has made nothing, and reads as empty']);
});

test('(R113) a prompt that names what was not made is noted', async () => {
  const steps = [
    JSON_MADE,
    {
      id: 'told',
      requires: ['bill'],
      generator: { kind: 'llm', prompt: 'Tell {artifact.bill} and {artifact.bill.totla} with {code}.' },
      guard: { use: 'not-empty' },
    },
  ];
  const id = await engine.start({ name: 'told', steps });
  await engine.until(id, ended);
  expect(await notesOf(id)).toEqual([
    '{artifact.bill.totla} in the prompt stands for nothing that was made, and stays as it is written',
  ]);
});

async function notesOf(id: string): Promise<readonly string[]> {
  return (await engine.log(id)).flatMap((event) => (event.type === 'note.added' ? [event.text] : []));
}

async function madeBy(id: string, step: string): Promise<string | undefined> {
  const state = await engine.until(id, ended);
  const digest = state.steps[step]?.artifact?.digest ?? '';
  return (await engine.store.contents.get([digest])).get(digest);
}
