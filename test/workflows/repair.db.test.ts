// A real PostgreSQL, the simulated models: after a rejection with JSON pointers only these places are asked for (R130).
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineGuard } from '../../src/index.ts';
import { fieldOf } from '../../src/text/loose.ts';
import { partsOf } from '../support/engine/agents.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;
let api: FastifyInstance;
/** Tokens of the answers after whose storing the worker is to die, once. */
const dying = new Set<number>();
/** The bodies of all requests to the models. */
const requests: unknown[] = [];

beforeAll(async () => {
  const booked = defineGuard({
    name: 'booked',
    description: 'The payee is in the books.',
    options: z.object({}),
    evaluate: (_options, { artifact }) =>
      artifact.text.includes('Bob')
        ? { verdict: 'pass', feedback: '' }
        : {
            verdict: 'retry',
            feedback: 'Unknown payee.',
            data: { errors: [{ pointer: '/payee', detail: 'must be a name that the books know' }] },
          },
  });
  engine = await startInProcess({
    parts: partsOf({ guards: [booked] }),
    provider: (app) => app.addHook('preHandler', async ({ body }) => void requests.push(body)),
    seen: (store) => ({
      ...store,
      artifacts: {
        ...store.artifacts,
        async save(record, contents) {
          const saved = await store.artifacts.save(record, contents);
          if (record.step === 'fragile' && dying.delete(record.attempt ?? 0)) throw new Error('the worker died');
          return saved;
        },
      },
    }),
  });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const SCHEMA = {
  type: 'object',
  required: ['payee', 'country'],
  properties: {
    payee: { type: 'string', minLength: 1 },
    country: { type: 'string', format: 'country' },
    amount: { type: 'number', minimum: 0 },
  },
};

interface Facts {
  readonly id?: string;
  readonly output?: object;
  readonly guard?: object;
  readonly recovery?: object;
}

function invoice(outputs: readonly string[], { id = 'read', output, guard, recovery = {} }: Facts = {}) {
  return {
    name: 'invoice',
    model: { name: 'sim:script', extra: { sim: { outputs: { [id]: outputs } } } },
    steps: [
      {
        id,
        generator: { kind: 'llm', prompt: 'Read the invoice.', output: output ?? { format: 'json' } },
        guard: guard ?? { use: 'json-schema', with: { schema: SCHEMA } },
        recovery: { repair: 'fields', ...recovery },
      },
    ],
  };
}

interface Attempt {
  readonly n: number;
  readonly status: string;
  readonly answer?: string;
  readonly digest: string;
  readonly renderedPrompt: readonly { readonly role: string; readonly content: string }[];
  readonly verdict: { readonly guard: string; readonly feedback: string; readonly data?: unknown };
}

/** The attempts of a run that has ended, oldest first, what they made, and the notes of its log. */
async function played(definition: Readonly<Record<string, unknown>>) {
  const runId = await engine.start(definition);
  const state = await engine.until(runId, (now) => ended(now) || now.life.status !== 'running');
  const attempts = (await api.inject({ url: `/v1/runs/${runId}/attempts?limit=50` })).json<{
    data: readonly Attempt[];
  }>().data;
  const contents = await engine.store.contents.get(attempts.map(({ digest }) => digest));
  const log = await engine.log(runId);
  return {
    status: state.life.status,
    attempts,
    made: attempts.map(({ digest }) => contents.get(digest)),
    asked: attempts.map(({ renderedPrompt }) => /# Repair[^]*/.exec(renderedPrompt.at(-1)?.content ?? '')?.[0]),
    notes: log.flatMap((event) => (event.type === 'note.added' ? event.text : [])),
  };
}

const WRONG = '{"payee": "Ada", "id": 7300000000000000001,  "amount": 1.10, "country": "Germany"}';

test('R130: the next attempt is asked for the named places, and the rest of the artifact stays letter by letter', async () => {
  const { status, attempts, made, asked, notes } = await played(invoice([WRONG, '{"/country": "DE"}']));
  expect(status).toBe('completed');
  expect(made).toEqual([WRONG, WRONG.replace('Germany', 'DE')]);
  expect(attempts.map(({ status: of, answer }) => [of, answer])).toEqual([
    ['rejected', undefined],
    ['accepted', '{"/country": "DE"}'],
  ]);
  expect(asked[0]).toBeUndefined();
  expect(asked[1]).toContain('The answer of attempt 1 stays as it is');
  expect(asked[1]).toContain('"/country": must be a country');
  expect(attempts[1]?.renderedPrompt.at(-1)?.content).toContain(WRONG);
  expect(attempts[0]?.verdict.data).toEqual({
    errors: [{ pointer: '/country', detail: expect.stringContaining('must be a country') }],
  });
  expect(notes).toEqual([]);
});

test('R130: several repairs follow one another; other places are ignored, missing ones stay, and the log notes both', async () => {
  const { status, attempts, made, asked, notes } = await played(
    invoice(
      [
        '{"id": 1.0, "country": "Germany", "amount": -1}',
        '{"/payee": "Ada", "/id": 2, "/country": "Deutschland"}',
        '{"/country": "DE", "/amount": 1.50}',
      ],
      { recovery: { rPatience: null } },
    ),
  );
  expect(status).toBe('completed');
  expect(made.slice(1)).toEqual([
    '{"id": 1.0, "country": "Deutschland", "amount": -1, "payee": "Ada"}',
    '{"id": 1.0, "country": "DE", "amount": 1.50, "payee": "Ada"}',
  ]);
  expect(asked[1]).toContain('"/payee": is missing');
  expect(asked[2]).toContain('The answer of attempt 2 stays as it is');
  expect(asked[2]).not.toContain('/payee');
  expect(attempts).toHaveLength(3);
  expect(notes).toEqual([
    'repair: asked for, not answered and left as it was: /amount',
    'repair: answered without being asked for, and ignored: /id',
  ]);
});

test('R130: what is no object of pointers is rejected, and the whole is asked for again', async () => {
  const right = WRONG.replace('Germany', 'DE');
  const { status, attempts, made, asked } = await played(
    invoice([WRONG, right, right], { recovery: { rPatience: null } }),
  );
  expect(status).toBe('completed');
  expect(made).toEqual([WRONG, right, right]);
  expect(attempts[1]).toMatchObject({
    status: 'rejected',
    verdict: {
      guard: 'generator-validation',
      feedback: expect.stringContaining('No member of the answer is named by a JSON pointer.'),
    },
  });
  expect(asked[2]).toBeUndefined();
});

test('R130: a step that goes in circles is told to change its approach, and asked for the whole', async () => {
  const { status, attempts, asked } = await played(invoice([WRONG, '{}', WRONG.replace('Germany', 'DE')]));
  expect(status).toBe('completed');
  expect(asked.map((section) => section !== undefined)).toEqual([false, true, false]);
  expect(attempts[2]?.renderedPrompt.at(-1)?.content).toContain('change the approach');
});

test('R130: places that the schema of the output names are repaired, too, and the provider is told what is asked for', async () => {
  requests.length = 0;
  const output = { format: 'json', schema: SCHEMA };
  const { status, made, attempts } = await played(
    invoice([WRONG, '{"/country": "DE"}'], { output, guard: { use: 'not-empty' } }),
  );
  expect(status).toBe('completed');
  expect(made[1]).toBe(WRONG.replace('Germany', 'DE'));
  expect(attempts[0]?.verdict).toMatchObject({
    guard: 'generator-validation',
    data: { errors: [{ pointer: '/country' }] },
  });
  const schemas = requests.map((body) => fieldOf(fieldOf(fieldOf(body, 'response_format'), 'json_schema'), 'schema'));
  expect(schemas).toEqual([
    SCHEMA,
    {
      type: 'object',
      properties: { '/country': { type: 'string', format: 'country' } },
      required: ['/country'],
      additionalProperties: false,
    },
  ]);
  const messages = requests.map((body) => JSON.stringify(fieldOf(body, 'messages')));
  expect(messages.map((text) => text.includes('# Repair'))).toEqual([false, true]);
});

test('R130: the merged text is judged whole, by the schema of the output and by the guard', async () => {
  const output = { format: 'json', schema: SCHEMA };
  const { attempts } = await played(
    invoice([WRONG, '{"/country": "Utopia"}', '{"/country": "DE"}'], {
      output,
      guard: { use: 'expression', with: { expr: "artifact.country == 'DE'" } },
      recovery: { rPatience: null },
    }),
  );
  expect(attempts.map(({ verdict }) => verdict.guard)).toEqual([
    'generator-validation',
    'generator-validation',
    'expression',
  ]);
});

test('R130: any guard can name the places, in the errors of its data', async () => {
  const { asked, made } = await played(invoice([WRONG, '{"/payee": "Bob"}'], { guard: { use: 'booked' } }));
  expect(asked[1]).toContain('"/payee": must be a name that the books know');
  expect(made[1]).toBe(WRONG.replace('Ada', 'Bob'));
});

test('R130: without the policy, and after a rejection without places, the whole is asked for', async () => {
  const right = WRONG.replace('Germany', 'DE');
  const off = invoice([WRONG, right]);
  const without = { ...off, steps: off.steps.map((step) => ({ ...step, recovery: {} })) };
  expect((await played(without)).asked).toEqual([undefined, undefined]);
  const blank = await played(invoice(['{"payee": ""}', right], { guard: { use: 'contains', with: { text: 'DE' } } }));
  expect(blank.asked).toEqual([undefined, undefined]);
});

test.each([
  ['a repair', '{"/country": "DE"}', 2],
  ['what is JSON and no repair', '["DE"]', 3],
])('R130, R27: a worker that dies after it has stored %s changes nothing', async (_, answer, count) => {
  dying.add(2);
  const right = WRONG.replace('Germany', 'DE');
  const { status, attempts, made } = await played(
    invoice([WRONG, answer, right], { id: 'fragile', recovery: { rPatience: null } }),
  );
  expect(dying.size).toBe(0);
  expect(status).toBe('completed');
  expect(attempts).toHaveLength(count);
  expect(made.at(-1)).toBe(right);
});

test('R130: a hostile answer changes no other place, and no prototype', async () => {
  const hostile = `{"/__proto__/x": 1, "__proto__": {"y": 1}, "/payee": "Eve", "": {}, "/": 1, "/country": "DE", "/${'z'.repeat(5_000)}": ["${'z'.repeat(5_000)}"]}`;
  const { status, made, notes } = await played(invoice([WRONG, hostile]));
  expect(status).toBe('completed');
  expect(made[1]).toBe(WRONG.replace('Germany', 'DE'));
  expect(notes).toHaveLength(1);
  expect(notes[0]?.length).toBeLessThanOrEqual(300);
});
