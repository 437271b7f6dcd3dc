// A real PostgreSQL, the simulated models: what goes to a provider again on a retry, so that its cache can serve it (R36, llm 1.6).
import { fieldOf, itemsOf } from '../../src/text/loose.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;
/** The bodies of all requests to the models. */
const requests: unknown[] = [];

beforeAll(async () => {
  engine = await startInProcess({
    provider: (app) => app.addHook('preHandler', async ({ body }) => void requests.push(body)),
  });
});
afterAll(async () => {
  await engine?.stop();
});

test.each([
  ['a prompt', 'Write of {input.what}.', true],
  ['a prompt with history of its own', 'Write of {input.what}, unlike attempt {attempt}.', false],
])('R36: the requests of attempts 1 and 2, %s', async (_, prompt, isShared) => {
  requests.length = 0;
  const document = {
    name: 'ordered',
    input: { type: 'object', required: ['what'], properties: { what: { type: 'string' } } },
    specification: 'Plain words.',
    constraints: 'One line.',
    model: { name: 'sim:script', extra: { sim: { outputs: { plan: ['Hills.'], write: ['no', 'Tea grows.'] } } } },
    steps: [
      { id: 'plan', generator: { kind: 'llm', prompt: 'Plan.' }, guard: { use: 'not-empty' } },
      {
        id: 'write',
        requires: ['plan'],
        generator: { kind: 'llm', prompt: { role: 'You know tea.', task: prompt } },
        guard: { use: 'length', with: { min: 5 } },
      },
    ],
  };
  const runId = await engine.start(document, { input: { what: 'tea' } });
  await engine.until(runId, ended);

  const [first = [], second = []] = requests.slice(-2).map(contentsOf);
  expect(first).toHaveLength(2);
  expect(second[0]).toBe(first[0]);
  expect(second[1]).toContain('# Rejected attempts');
  expect(second[1]?.startsWith(first[1] ?? '-')).toBe(isShared);
});

function contentsOf(body: unknown): readonly string[] {
  return itemsOf(fieldOf(body, 'messages')).map((message) => String(fieldOf(message, 'content')));
}
