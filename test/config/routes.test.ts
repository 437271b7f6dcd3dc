// Routes of the settings file: names that stand for several models (llm 3.8).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { effectiveSettings } from '../../src/config/effective.ts';
import { type Command, ConfigRefused, readConfig } from '../../src/config/settings.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'dsap-routes-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const ENDPOINTS = {
  a: { baseUrl: 'http://127.0.0.1:1/v1' },
  b: { baseUrl: 'http://127.0.0.1:2/v1', models: ['y', 'team/z'] },
};

interface Given {
  readonly models: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: Command;
  readonly prices?: unknown;
}

function read({ models, env = {}, command = 'dev', prices }: Given) {
  writeFileSync(
    path.join(cwd, 'dsap.config.yaml'),
    JSON.stringify({ endpoints: ENDPOINTS, models, ...(prices !== undefined && { prices }) }),
  );
  return readConfig(command, env, cwd);
}

function problems(given: Given): readonly string[] {
  try {
    read(given);
  } catch (error) {
    if (error instanceof ConfigRefused) return error.problems;
    throw error;
  }
  return [];
}

const KEY = { OPENAI_API_KEY: 'sk-0123456789' };

test('a route has its entries in order, and a patience of ten seconds', () => {
  const models = {
    fast: { route: ['a/x', 'b/team/z', 'sim:default'] },
    'gpt-4.1': { route: ['b/y'], patience: 'PT0S' },
  };
  const config = read({ models });
  expect(config.routes).toEqual([
    { name: 'fast', entries: ['a/x', 'b/team/z', 'sim:default'], patienceMs: 10_000 },
    { name: 'gpt-4.1', entries: ['b/y'], patienceMs: 0 },
  ]);
  expect(effectiveSettings(config)['models']).toEqual({
    fast: { route: ['a/x', 'b/team/z', 'sim:default'], patienceMs: 10_000 },
    'gpt-4.1': { route: ['b/y'], patienceMs: 0 },
  });
});

test('there are none where the file has none', () => {
  expect(readConfig('dev', {}, tmpdir()).routes).toEqual([]);
});

test.each([
  ['no entry', { fast: { route: [] } }, /models\.fast\.route: needs at least one model/],
  ['no route', { fast: {} }, /models\.fast\.route: /],
  ['an empty entry', { fast: { route: [' '] } }, /models\.fast\.route\.0: /],
  ['an entry twice', { fast: { route: ['a/x', 'b/y', 'a/x'] } }, /models\.fast\.route\.2: a\/x is there twice/],
  [
    'a route within',
    { fast: { route: ['slow'] }, slow: { route: ['a/x'] } },
    /models\.fast\.route\.0: slow is a route/,
  ],
  ['itself within', { fast: { route: ['fast'] } }, /models\.fast\.route\.0: fast is a route/],
  [
    'an unknown endpoint',
    { fast: { route: ['a/x', 'c/x'] } },
    /models\.fast\.route\.1: no configured endpoint has c\/x/,
  ],
  [
    'a model that its endpoint does not list',
    { fast: { route: ['b/x'] } },
    /route\.0: the endpoint b does not offer b\/x/,
  ],
  ['an endpoint alone', { fast: { route: ['a/'] } }, /route\.0: "a\/" names no model/],
  ['the name of an endpoint', { a: { route: ['b/y'] } }, /models\.a: is the name of an endpoint/],
  ['the name of the default endpoint', { default: { route: ['b/y'] } }, /models\.default: is the name of an endpoint/],
  [
    'the name of the simulated models',
    { sim: { route: ['b/y'] } },
    /models\.sim: sim is the name of the simulated models/,
  ],
  ['a name with a slash', { 'a/fast': { route: ['b/y'] } }, /models\.a\/fast: a route is named in letters/],
  ['a name like a card', { 'sim:fast': { route: ['b/y'] } }, /models\.sim:fast: a route is named in letters/],
  ['an empty name', { '': { route: ['b/y'] } }, /a route is named in letters/],
  [
    'a patience that is no duration',
    { fast: { route: ['a/x'], patience: '10s' } },
    /patience: must be a duration such as PT5S/,
  ],
  ['a patience below zero', { fast: { route: ['a/x'], patience: '-PT1S' } }, /patience: must be a duration/],
  ['a misspelt field', { fast: { route: ['a/x'], patiance: 'PT1S' } }, /patiance/],
  ['more entries than anybody needs', { fast: { route: Array.from({ length: 21 }, (_, at) => `a/${at}`) } }, /route: /],
])('%s is refused at the start', (_what, models, problem) => {
  expect(problems({ models })).toEqual([expect.stringMatching(problem)]);
});

test.each(['toString', 'constructor', 'hasOwnProperty'])('a route may be named %s', (name) => {
  expect(read({ models: { [name]: { route: ['a/x'] } } }).routes).toMatchObject([{ name, entries: ['a/x'] }]);
  expect(problems({ models: { fast: { route: [name] } } })).toEqual([expect.stringMatching(/no configured endpoint/)]);
});

test('a name without a known prefix is a model of the default endpoint, if there is one', () => {
  const models = { fast: { route: ['gpt-5', 'a/x', 'openai/gpt-5'] } };
  expect(problems({ models, env: KEY })).toEqual([]);
  expect(problems({ models })).toHaveLength(2);
});

test('simulated models need DSAP_ENABLE_SIM', () => {
  const models = { fast: { route: ['a/x', 'sim:default'] } };
  const why = problems({ models, env: { DSAP_ENABLE_SIM: 'false' } });
  expect(why).toEqual([expect.stringMatching(/route\.1: .*DSAP_ENABLE_SIM/)]);
});

test('a check of definitions needs no key of the entries, but sees what is wrong by itself', () => {
  const models = { fast: { route: ['gpt-5', 'a/x'] } };
  expect(read({ models, command: 'check' }).routes).toHaveLength(1);
  expect(problems({ models: { fast: { route: ['fast'] } }, command: 'check' })).toHaveLength(1);
});

test('DSAP_MODEL may name a route', () => {
  expect(read({ models: { fast: { route: ['a/x'] } }, env: { DSAP_MODEL: 'fast' } }).defaultModel).toBe('fast');
});

test('a price of the route itself has no effect, and that is a warning', () => {
  const { warnings } = read({ models: { fast: { route: ['a/x'] } }, prices: { fast: { input: 1, output: 2 } } });
  expect(warnings).toEqual([expect.stringMatching(/^prices\.fast has no effect: .*prices of its entries/)]);
});
