// A real PostgreSQL, real sandboxes, the real API: the recipes and the README's first workflow, word by word.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type EscalationState, isClosed, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { coldSandboxes } from '../support/processes/cold-sandboxes.ts';
import { blocksOf } from './blocks.ts';
import { playBlocks } from './play-blocks.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const fenced = (code: string) => `\`\`\`python\n${code}\`\`\``;
const TESTS = `from solution import double


def test_it_doubles():
    assert double(2) == 4, "double(2) must be 4"


def test_it_doubles_what_is_negative():
    assert double(-3) == -6, "double(-3) must be -6"
`;

/** A model that answers each step of the recipes: some at once, some only after a guard or a person has said what is wrong. */
const MODEL = {
  name: 'recipes',
  steps: {
    extract: {
      captures: { amount: { from: 'task', pattern: String.raw`EUR (\d+)`, group: 1 } },
      epsilon: 0,
      rho: 1,
      right: [
        {
          text: '{"payee": "Ada", "amount": {amount}, "quotes": ["Ada asks for EUR {amount}."]}',
          when: { from: 'amount', pattern: String.raw`\d` },
        },
        {
          text: '{"payee": "Ada", "quotes": ["Ada asks for her money."]}',
          when: { from: 'amount', pattern: String.raw`\d`, not: true },
        },
      ],
      wrong: '{"payee": "Ada", "amount": 1, "quotes": ["Ada asks for EUR 1."]}',
    },
    cite: {
      epsilon: 0,
      rho: 1,
      right: '{"quotes": ["An effective year: well-known brands grew by 8 %, an encouragement."]}',
      wrong: '{"quotes": ["An effective year: well-known brands grew by 9 %, an encouragement."]}',
    },
    read: {
      epsilon: 0,
      rho: 1,
      right: '{"lines": [{"net": 0.10}, {"net": 0.20}], "total": 0.30, "due": "9999-12-31"}',
      wrong: '{"lines": [{"net": 0.10}, {"net": 0.21}], "total": 0.30, "due": "9999-12-31"}',
    },
    order: {
      right: [
        {
          text: '{"/country": "DE", "/lines/0/count": 2}',
          when: { from: 'repair', pattern: '"/country": .*\n"/lines/0/count": is missing' },
        },
        {
          text: '{"customer": "Ada", "country": "Germany", "lines": [{"article": 7300000000000000001}]}',
          when: { from: 'repair', pattern: '.', not: true },
        },
      ],
    },
    kind: {
      captures: {
        is: {
          from: 'task',
          cases: [
            { pattern: 'send two', value: 'order' },
            { pattern: 'broken', value: 'complaint' },
          ],
          default: 'other',
        },
      },
      right: '{"is": "{is}"}',
    },
    confirm: { right: 'We send two chairs.' },
    tests: { right: fenced(TESTS) },
    code: {
      epsilon: 0,
      rho: 1,
      right: fenced('def double(number):\n    return number + number\n'),
      wrong: fenced('def double(number):\n    return number\n'),
    },
    letter: {
      right: [
        { text: 'Come to the party, Ada.', when: { from: 'feedback', pattern: 'Say when', not: true } },
        { text: 'Come to the party on Friday, Ada.', when: { from: 'feedback', pattern: 'Say when' } },
      ],
    },
    short: { right: 'All findings in one line.' },
    long: { right: 'Finding 1, Finding 2, Finding 3.' },
    report: {
      captures: { plan: { from: 'task', pattern: 'Finding 3' } },
      right: [
        { text: 'Finding 1. Finding 2. Finding 3.', when: { from: 'plan', pattern: 'Finding' } },
        { text: 'There are findings.', when: { from: 'plan', pattern: 'Finding', not: true } },
      ],
    },
    english: {
      captures: { word: { from: 'task', cases: [{ pattern: 'Haus', value: 'house' }], default: 'tree' } },
      right: '{word}',
    },
  },
};

let engine: AnyEngine;
let api: FastifyInstance;

beforeAll(async () => {
  const sandboxes = await coldSandboxes();
  const sendLetter = async ({ artifacts }: { artifacts: Record<string, string> }) => `sent: ${artifacts['letter']}`;
  const models = { defaultModel: 'sim:recipes' };
  engine = await startInProcess({ sandboxes, cards: [MODEL], models, theirs: { mail: { sendLetter } } });
  api = await apiOver(engine);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const RECIPES = read('docs/recipes.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => [section.split('\n')[0] ?? '', section] as const);

test('there are nine recipes', () => {
  expect(RECIPES).toHaveLength(9);
});

test.each(RECIPES)(
  '%s: as the page says',
  async (_, section) => {
    await playBlocks(api, blocksOf(section, 'docs/recipes.md'));
  },
  90_000,
);

describe('the signature of the recipe cannot be passed by', () => {
  /** What a person may be asked about on the way: an amount above the threshold, one that is not known, and one that no quote proves. */
  const INVOICES = [
    ['Ada asks for EUR 5000.', 'approval'],
    ['Ada asks for her money.', 'condition'],
    ['Please pay EUR 5000 to Ada.', 'approval'],
  ] as const;
  const FIELDS: Readonly<Record<string, readonly object[]>> = {
    approve: [{}],
    reject: [{ feedback: 'No.' }],
    amend: [
      { content: '{"payee": "Ada", "amount": 5000, "quotes": ["Ada"]}', mediaType: 'application/json' },
      { content: '{"payee": "Ada", "quotes": ["Ada"]}', mediaType: 'application/json' },
      { content: 'Pay 5000 to Ada.' },
    ],
    retry: [{}, { guidance: 'Once more.' }],
    redo: ['extract', 'sign', 'pay'].map((step) => ({ step })),
    skip: [{}, ...['extract', 'sign', 'pay'].map((step) => ({ step }))],
    raise: [{ budgets: { maxAttempts: 40 } }],
    abort: [{}],
  };
  const ANSWERS = Object.entries(FIELDS).flatMap(([action, fields]) => fields.map((more) => ({ action, ...more })));

  interface Asked {
    readonly id: string;
    readonly question: EscalationState | undefined;
    readonly state: RunState;
  }

  const standing = async (id: string): Promise<Asked> => {
    const waits = (now: RunState) => now.life.status !== 'running' && openEscalations(now).length > 0;
    const state = await engine.until(id, (now) => isClosed(now) || waits(now));
    return { id, question: isClosed(state) ? undefined : openEscalations(state).at(-1), state };
  };
  const decide = async ({ question }: Asked, answer: object) => {
    const named = question?.artifactDigest === undefined ? {} : { artifactDigest: question.artifactDigest };
    const url = `/v1/escalations/${question?.id}/decision?wait=10s`;
    const response = await api.inject({ method: 'POST', url, payload: { by: 'eve', ...named, ...answer } });
    return response.statusCode < 300 ? undefined : String(Object(response.json()).code);
  };
  /** A run that was given these answers. */
  const brought = async (text: string, path: readonly object[]): Promise<Asked> => {
    const payload = { workflow: { name: 'pay-invoice' }, input: { text } };
    const response = await api.inject({ method: 'POST', url: '/v1/runs', payload });
    let run = await standing(String(Object(response.json()).id));
    for (const answer of path) {
      expect(await decide(run, answer)).toBeUndefined();
      run = await standing(run.id);
    }
    return run;
  };
  /** What the answers to come depend on: a run that stands where another one stood has nothing new to show. */
  const placeOf = ({ question, state }: Asked) =>
    JSON.stringify([
      question?.kind,
      question?.step,
      question?.artifactDigest,
      ...Object.values(state.steps).map(({ sigma, artifact }) => [sigma, artifact?.digest]),
    ]);
  const isPaid = ({ state }: Asked) => state.steps['pay']?.sigma === 'satisfied';
  const isSigned = ({ state }: Asked) =>
    state.steps['sign']?.sigma === 'satisfied' &&
    Object.values(state.escalations).some(
      ({ kind, step, decision }) => kind === 'approval' && step === 'sign' && decision?.action === 'approve',
    );

  test.each(INVOICES)(
    '%s: every answer to every question of its run is tried, and none pays without a yes to the signature (R129)',
    async (text, first) => {
      const [, section = ''] = RECIPES.find(([title]) => title.includes('sign above')) ?? [];
      const recipe = blocksOf(section, 'docs/recipes.md').find(({ language }) => language === 'yaml')?.text ?? '';
      const headers = { 'content-type': 'application/yaml' };
      await api.inject({ method: 'POST', url: '/v1/workflows', headers, payload: recipe });
      const seen = { questions: new Set<string>(), refusedOfSign: new Set<string>(), paid: 0 };
      const paths: (readonly object[])[] = [[]];
      const places = new Set<string>();
      for (let path = paths.shift(); path; path = paths.shift()) {
        let run = await brought(text, path);
        const { kind, step } = run.question ?? {};
        seen.questions.add(`${kind} ${step}`);
        for (const answer of ANSWERS) {
          const refusal = await decide(run, answer);
          if (refusal !== undefined && step === 'sign') seen.refusedOfSign.add(`${answer.action} ${refusal}`);
          if (refusal !== undefined) continue;
          const after = await standing(run.id);
          if (isPaid(after)) {
            seen.paid += 1;
            expect({ path, answer, signed: isSigned(after) }).toEqual({ path, answer, signed: true });
          }
          if (after.question && !places.has(placeOf(after))) paths.push([...path, answer]);
          places.add(placeOf(after));
          run = await brought(text, path);
        }
      }
      expect([...seen.refusedOfSign]).toEqual(
        expect.arrayContaining(
          ['amend', 'retry', 'redo', 'skip', 'raise'].map((action) => `${action} action_not_allowed`),
        ),
      );
      expect([...seen.questions]).toContain(`${first} sign`);
      expect(seen.paid > 0).toBe(first === 'approval');
    },
    120_000,
  );
});

test("the README's first workflow answers as the README says", async () => {
  const section =
    read('README.md')
      .split(/^## /m)
      .find((each) => each.startsWith('Your first workflow')) ?? '';
  const blocks = blocksOf(section, 'README.md').slice(0, 3);
  expect(blocks.map(({ language }) => language)).toEqual(['yaml', 'sh', 'json']);
  await playBlocks(api, blocks);
});
