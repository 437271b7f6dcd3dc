/** Pure: what an accepted artifact serves its dependents with, the facts of workers above all (R87). */

import { overridden } from '../../../src/definitions/redirects/overridden.ts';
import { truthOf } from '../../../src/expressions/evaluate.ts';
import { bindingOf, bindingText, deltaProblem } from '../../../src/expressions/scope/binding.ts';
import { scopeOf, templateNames } from '../../../src/expressions/scope/scope.ts';
import { lookupIn } from '../../../src/expressions/template.ts';

const WORKER = { id: 'login', role: 'worker' };
const handedBack = (delta: object, more: object = {}) =>
  JSON.stringify({ success: true, summary: 'done', bindings_delta: delta, artifacts: [], ...more });

test.each<[string, { id: string; role?: string }, string, object]>([
  ['its facts and summary', WORKER, handedBack({ port: 80 }), { summary: 'done', facts: { port: 80 } }],
  [
    'a string under its own id as summary',
    WORKER,
    handedBack({ login: 'It works.', port: 80 }),
    { summary: 'It works.', facts: { port: 80 } },
  ],
  [
    'anything else under its own id as a fact',
    WORKER,
    handedBack({ login: { port: 80 } }),
    { summary: 'done', facts: { login: { port: 80 } } },
  ],
  ['no facts where it tells none', WORKER, handedBack({}), { summary: 'done' }],
  ['no facts of what is no worker', { id: 'login' }, handedBack({ port: 80 }), { summary: 'done' }],
  ['no facts in what it did not hand back so', WORKER, 'by hand', { summary: 'by hand' }],
])('R87: a binding has %s', (_, step, text, expected) => {
  expect(bindingOf(step, text)).toEqual(expected);
});

test('R87: a prompt shows the summary, then a line for each fact', () => {
  const binding = bindingOf(
    WORKER,
    handedBack({ login: 'It works.', port: 80, hosts: ['a', 'b'], note: 'one\n- two' }),
  );
  expect(bindingText(binding)).toBe('It works.\n- port: 80\n- hosts: ["a","b"]\n- note: "one\\n- two"');
});

test.each<[string, object, RegExp | undefined]>([
  ['another step', { keys: 'mine now' }, /^\/bindings_delta\/keys: "keys" is another step or group/],
  ['a group', { auth: 'mine now' }, /^\/bindings_delta\/auth: /],
  ['more than 4 KiB', { a: 'x'.repeat(3_000), b: 'ä'.repeat(600) }, /^\/bindings_delta: the facts have 42\d\d bytes/],
  ['facts and itself', { login: 'It works.', port: 80 }, undefined],
])('R87: a worker that tells of %s', (_, delta, expected) => {
  const problem = deltaProblem(handedBack(delta), new Set(['keys', 'auth']));
  if (expected === undefined) expect(problem).toBeUndefined();
  else expect(problem).toMatch(expected);
});

const made = {
  login: { text: '', value: { port: 1, user: 'ada' }, binding: { summary: 'done', facts: { port: 80 } } },
  plain: { text: '', value: { port: 2 } },
};
const known = {
  input: {},
  inputSchema: undefined,
  specification: '',
  constraints: '',
  runId: 'r',
  startedAt: 0,
  step: 's',
  made,
};

test('R87, R108: binding.<step>.<name> is a fact first, else a field of what was made; artifact and deps know no facts', () => {
  const condition =
    'binding.login.port == 80 and binding.login.user == "ada" and binding.plain.port == 2 and artifact.login.port == 1 and deps.login.port == 1';
  expect(truthOf(condition, scopeOf(known))).toEqual({ truth: true, notes: [] });
  expect(lookupIn(templateNames(known))(['binding', 'login', 'port'])).toBe('80');
});

describe('R87: what people write over a binding', () => {
  const before = handedBack({ login: 'It works.', port: 80 }, { artifacts: [{ path: 'a.md', content: 'x' }] });
  const after = (override: Parameters<typeof overridden>[2], text: string | undefined = before) => {
    const written = overridden('login', text, override) ?? '';
    return { ...bindingOf(WORKER, written), files: JSON.parse(written).artifacts };
  };
  const files = [{ path: 'a.md', content: 'x' }];

  test('facts take the place of those before, and the rest stays', () => {
    expect(after({ facts: { host: 'b' } })).toEqual({ summary: 'done', facts: { host: 'b' }, files });
  });

  test('a summary holds over the one that the worker told under its own id, and its facts stay', () => {
    expect(after({ summary: 'mine' })).toEqual({ summary: 'mine', facts: { port: 80 }, files });
  });

  test('content and facts make a binding together', () => {
    expect(after({ content: '{}', facts: { a: 1 }, summary: 'mine' })).toEqual({
      summary: 'mine',
      facts: { a: 1 },
      files: [],
    });
  });

  test('there is no place for facts in plain text', () => {
    expect(overridden('login', 'plain', { facts: { a: 1 } })).toBeUndefined();
  });
});
