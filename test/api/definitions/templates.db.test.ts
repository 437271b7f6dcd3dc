/** Over a real PostgreSQL, with the engine's core in memory: placeholders that a start must be able to fill, and what a person reads. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const start = (change: Record<string, unknown>, input: unknown) =>
  api.post('/v1/runs', { workflow: { definition: aDocument(change) }, input });

const asking = (question: string) => ({
  steps: [
    { id: 'extract', generator: { kind: 'llm', prompt: 'Extract.' }, guard: { use: 'not-empty' } },
    { id: 'pay', requires: ['extract'], generator: { kind: 'human', question }, guard: { use: 'not-empty' } },
  ],
});

/** What the person of the last open question reads. */
async function asked(change: Record<string, unknown>, input: unknown, text = '5000'): Promise<string> {
  api.runs.script({ extract: [{ text, verdict: 'pass' }] });
  const { id } = (await start(change, input)).json();
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  return (await api.get(`/v1/escalations/${eid}`)).json().question;
}

describe('(R113) a start whose input lacks what a placeholder names', () => {
  test.each([
    ['a prompt', { generator: { kind: 'llm', prompt: 'Greet {input.who} of {input.who}.' } }],
    ['a question', { generator: { kind: 'human', question: 'Who is {input.who}?' } }],
    ['a fixed text', { generator: { kind: 'fixed', content: 'Hello {input.who}' } }],
    ['an option of a guard', { guard: { use: 'quotes-source', with: { source: '{input.who}' } } }],
  ])('in %s is refused, with the field', async (_, fields) => {
    const step = { id: 'a', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' }, ...fields };
    const answer = await start({ steps: [step] }, { whom: 'Ada' });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [
        {
          pointer: '/input/who',
          code: 'input_missing',
          detail: expect.stringContaining('{input.who} stands at /steps/0/'),
        },
      ],
    ]);
    expect((await start({ steps: [step] }, { who: 'Ada' })).statusCode).toBeLessThan(300);
  });

  test('is not, where the schema declares the field and does not require it, or the braces are doubled', async () => {
    const step = (prompt: string) => ({
      input: { type: 'object', properties: { who: { type: 'string' } } },
      steps: [{ id: 'a', generator: { kind: 'llm', prompt }, guard: { use: 'not-empty' } }],
    });
    expect((await start(step('Greet {input.who}.'), {})).statusCode).toBeLessThan(300);
    expect((await start(step('Greet {{input.what}}.'), {})).statusCode).toBeLessThan(300);
    expect((await start(step('Greet {input.what}.'), {})).json().errors).toMatchObject([{ code: 'input_missing' }]);
  });
});

describe('(R113) a person reads a question with its placeholders replaced', () => {
  test('by artifacts, the input, and what quotes itself', async () => {
    const question = 'Pay {artifact.extract} to {input.payee}? Then write {{ok}}.';
    expect(await asked(asking(question), { payee: 'Ada' })).toBe('Pay 5000 to Ada? Then write {ok}.');
  });

  test('(R108) by deps and by fields of what is JSON', async () => {
    const change = asking('Pay {deps.extract.total} of {artifact.extract}?');
    Object.assign(change.steps[0] ?? {}, { guard: { use: 'json' } });
    expect(await asked(change, {}, '{"total": 7}')).toBe('Pay 7 of {"total": 7}?');
  });

  test('by the default of the schema, or by nothing: never by the braces', async () => {
    const input = { type: 'object', properties: { a: { type: 'string', default: 'Bo' }, b: { type: 'string' } } };
    expect(await asked({ ...asking('Pay {input.a}{input.b}?'), input }, {})).toBe('Pay Bo?');
  });
});
