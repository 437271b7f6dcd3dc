// A real PostgreSQL, the real API: the page of state machines, word by word.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { type Block, blocksOf } from './blocks.ts';
import { playBlocks } from './play-blocks.ts';

const PAGE = readFileSync(new URL('../../docs/state-machines.md', import.meta.url), 'utf8');
const MODEL = {
  name: 'machines',
  steps: {
    choose: {
      captures: { word: { from: 'task', cases: [{ pattern: 'chairs', value: 'answer' }], default: 'file' } },
      right: '{word}',
    },
    answer: { right: 'We send two chairs.' },
  },
};

let engine: AnyEngine;
let api: FastifyInstance;
const sent: string[] = [];

beforeAll(async () => {
  const sendLetter = async ({ artifacts }: { artifacts: Record<string, string> }) => {
    sent.push(String(artifacts['letter']));
    return 'sent';
  };
  engine = await startInProcess({
    cards: [MODEL],
    models: { defaultModel: 'sim:machines' },
    theirs: { mail: { sendLetter } },
  });
  api = await apiOver(engine);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const blocks = blocksOf(PAGE, 'docs/state-machines.md');
const isLonger = ({ text }: Block) => text.startsWith('name: agent');

test('the first machine, its question, and the pipeline that acts on its answer do what the page says', async () => {
  await playBlocks(
    api,
    blocks.filter((block) => !isLonger(block)),
  );
  expect(sent).toEqual(['We send two chairs.']);
}, 90_000);

test('the longer machine is published as it stands', async () => {
  const headers = { 'content-type': 'application/yaml' };
  const payload = blocks.find(isLonger)?.text ?? '';
  const response = await api.inject({ method: 'POST', url: '/v1/workflows', headers, payload });
  expect({ status: response.statusCode, warnings: response.json().warnings }).toEqual({ status: 201, warnings: [] });
});

test.each(['agent', 'human', 'external', 'fixed', 'custom'])(
  'a step of type %s is refused, as the page says',
  async (type) => {
    const step = { name: 'a', type, in_state: 'x', prompt: 'p', transition_to: 'y' };
    const machine = { states: ['x', 'y'], initial_state: 'x', final_states: ['y'] };
    const payload = { name: `no-${type}`, workflow: { state_machine: machine, steps: [step] } };
    const response = await api.inject({ method: 'POST', url: '/v1/workflows', payload });
    expect(response.statusCode).toBe(422);
    expect(response.json().issues ?? response.json().errors).toMatchObject([{ pointer: '/workflow/steps/0/type' }]);
  },
);

test.each([
  ['a letter that needs none', 'Happy new year!', 'completed', []],
  ['one that does', 'Two chairs, please.', 'escalated', ['approval']],
])('%s: the machine goes where its model says', async (title, letter, status, kinds) => {
  const id = title.replaceAll(' ', '-');
  const payload = { workflow: { name: 'triage' }, id, input: { letter } };
  await api.inject({ method: 'POST', url: '/v1/runs', payload });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(state.life.status).toBe(status);
  expect(Object.values(state.escalations).map(({ kind }) => kind)).toEqual(kinds);
});
