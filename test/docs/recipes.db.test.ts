// A real PostgreSQL, real sandboxes, the real API: the recipes and the README's first workflow, word by word.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { parse } from 'yaml';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { coldSandboxes } from '../support/processes/cold-sandboxes.ts';
import { type Block, blocksOf } from './blocks.ts';
import { type Command, commandsOf } from './commands.ts';

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

test('there are seven recipes', () => {
  expect(RECIPES).toHaveLength(7);
});

test.each(RECIPES)(
  '%s: as the page says',
  async (_, section) => {
    await play(blocksOf(section, 'docs/recipes.md'));
  },
  90_000,
);

test("the README's first workflow answers as the README says", async () => {
  const section =
    read('README.md')
      .split(/^## /m)
      .find((each) => each.startsWith('Your first workflow')) ?? '';
  const blocks = blocksOf(section, 'README.md').slice(0, 3);
  expect(blocks.map(({ language }) => language)).toEqual(['yaml', 'sh', 'json']);
  await play(blocks);
});

/** Publishes the definition, asks each command in order, and holds what a block of JSON shows against the last answer before it. */
async function play(blocks: readonly Block[]): Promise<void> {
  const definition = blocks.find(({ language }) => language === 'yaml')?.text ?? '';
  const files = new Map([[`${parse(definition).name}.yaml`, definition]]);
  let answer: unknown;
  let question = '';
  for (const { language, text } of blocks) {
    if (language === 'json') expect(answer).toMatchObject(shown(text));
    for (const command of language === 'sh' ? commandsOf(text) : []) {
      answer = await ask(command, files, question);
      question = String(Object(answer).data?.[0]?.id ?? question);
    }
  }
}

/** `…` stands for a text that is another one in every run. */
function shown(text: string): object {
  return JSON.parse(text, (_, value: unknown) => (value === '…' ? expect.any(String) : value));
}

async function ask(command: Command, files: ReadonlyMap<string, string>, question: string): Promise<unknown> {
  const { method, headers, file, body } = command;
  const payload = file === undefined ? body : files.get(file);
  if (file !== undefined && payload === undefined) throw new Error(`the page has no ${file}`);
  const url = command.url.replace('$ID', question);
  for (let tries = 0; ; tries += 1) {
    const response = await api.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    const answer: unknown = response.json();
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`);
    // A question comes when the run has got there.
    const isEarly = url.includes('status=open') && !isAsked(answer, question);
    if (!isEarly) {
      expect({ url, warnings: Object(answer).warnings ?? [] }).toEqual({ url, warnings: [] });
      return answer;
    }
    if (tries > 300) throw new Error(`${url}: nobody was asked`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether there is a question that has not been answered yet. */
function isAsked(answer: unknown, answered: string): boolean {
  return (Object(answer).data ?? []).some(({ id }: { readonly id: string }) => id !== answered);
}
