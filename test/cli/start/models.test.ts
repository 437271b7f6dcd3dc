import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingAdapters, modelsOf } from '../../../src/cli/start/models.ts';
import { readConfig } from '../../../src/config/settings.ts';

test.each([
  ['sim:default', true],
  ['local/llama', true],
  ['localhost/llama', false],
  ['real/unlisted', false],
  ['real/half', false],
  ['real/listed', true],
])('R112: the price of %s is known: %s', async (model, isKnown) => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'dsap-models-'));
  try {
    const prices = '{ "real/listed": { input: 1, output: 2 }, "real/half": { maxTokens: 9 } }';
    await writeFile(path.join(cwd, 'dsap.config.yaml'), `prices: ${prices}\n`);
    const models = modelsOf(readConfig('dev', {}, cwd), new Map(), () => '');
    expect(models.isPriced(model)).toBe(isKnown);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});

test('R112: a model of the endpoint `local` costs nothing unless the settings price it', async () => {
  const config = readConfig('dev', {}, tmpdir());
  const cost = (prices: typeof config.prices) =>
    modelsOf({ ...config, prices }, new Map(), () => '').usageOf(
      'local/llama',
      [{ role: 'user', content: 'Hello.' }],
      'x',
    ).microUsd;
  expect(cost({})).toBe(0);
  expect(cost({ 'local/llama': { input: 1_000, output: 1_000 } })).toBeGreaterThan(0);
});

test('an endpoint whose provider adapter is not installed is told at the start, with the command that installs it', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'dsap-models-'));
  try {
    const endpoints = '{ claude: { provider: "@ai-sdk/anthropic" }, gone: { provider: "@ai-sdk/gone", models: [a] } }';
    await writeFile(path.join(cwd, 'dsap.config.yaml'), `endpoints: ${endpoints}\n`);
    const config = readConfig('dev', {}, cwd);
    expect(missingAdapters(config)).toEqual([
      expect.stringMatching(
        /^endpoint gone: the package @ai-sdk\/gone is not installed in .*: npm install @ai-sdk\/gone$/,
      ),
    ]);
    const models = modelsOf(config, new Map(), () => '');
    await expect(models.offers('claude/claude-sonnet-4-5')).resolves.toEqual({ ok: true });
    expect(await models.list()).toContainEqual({ name: 'gone/a', endpoint: 'gone' });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
