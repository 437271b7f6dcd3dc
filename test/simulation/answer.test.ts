/** Pure: no server. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { assemblePrompt } from '../../src/prompts/prompt.ts';
import { answerOf } from '../../src/simulation/answer.ts';
import { Card } from '../../src/simulation/card.ts';
import type { SimRequest } from '../../src/simulation/request.ts';
import { briefly } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';
import { aRequest } from './sim-request.ts';

const cardOf = (step: object, fields: object = {}) => Card.parse({ name: 'c', ...fields, steps: { a: step } });
const textOf = (card: Card, request: Partial<SimRequest> = {}) => {
  const reply = answerOf(card, aRequest(request));
  return reply.kind === 'answer' ? reply.text : reply.kind;
};
const share = (count: number, isOne: (index: number) => boolean) =>
  Array.from({ length: count }, (_, index) => isOne(index)).filter(Boolean).length / count;

/** The user message as the service writes it, with so many rejections. */
function promptWith(feedback: readonly string[], injected: readonly { from: string; text: string }[] = []): string {
  const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const prompt = assemblePrompt({
    task: 'Flip.',
    specification: 'A coin.',
    constraints: '',
    dependencies: [
      {
        name: 'up',
        step: 'up',
        show: 'full',
        artifact: { id: 'art_1', text: 'from upstream', digest: digestOf('x'), mediaType: 'text/plain' },
      },
    ],
    injected,
    history: feedback.map((words, index) => ({
      artifactId: `art_${index}`,
      token: `t${index}`,
      text: `answer ${index}`,
      digest: digestOf(String(index)),
      feedback: words,
      signature: words,
    })),
    values: {},
    count: (text) => text.length,
    digestOf,
  });
  if (prompt.overflow) throw new Error('The prompt of this test does not fit.');
  return prompt.rendered.find(({ role }) => role === 'user')?.content ?? '';
}

describe('running 4: a card answers deterministically by seed', () => {
  const card = cardOf({ right: 'heads', wrong: 'tails', epsilon: 0.5 });

  test('the same request gets the same reply, whatever the run', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), (user, n) => {
        expect(answerOf(card, aRequest({ user, n }))).toEqual(answerOf(card, aRequest({ user, n })));
      }),
      cases(),
    );
  });

  test.each([
    ['the prompt', (index: number) => ({ user: `${index}` })],
    ['the ordinal n', (index: number) => ({ n: index })],
  ])('the draw follows %s', (_, vary) => {
    expect(new Set(Array.from({ length: 40 }, (_item, index) => textOf(card, vary(index)))).size).toBe(2);
  });

  test('another seed draws otherwise', () => {
    const answers = (seed: number) =>
      Array.from({ length: 40 }, (_, n) => textOf(cardOf({ right: 'r', wrong: 'w', epsilon: 0.5 }, { seed }), { n }));
    expect(answers(1)).not.toEqual(answers(2));
  });

  test.each([0, 0.2, 0.5, 0.9, 1])('epsilon %d is the chance of a right answer', (epsilon) => {
    const one = cardOf({ right: 'r', wrong: 'w', epsilon });
    expect(share(600, (n) => textOf(one, { n }) === 'r')).toBeCloseTo(epsilon, 1);
  });

  test.each([
    [1, 0.75],
    [2, 0.875],
  ])('after %d rejections rho 0.5 leaves so much of the chance of error (epsilon 0.5)', (rejections, chance) => {
    const one = cardOf({ right: 'r', wrong: 'w', epsilon: 0.5, rho: 0.5 });
    const user = promptWith(Array.from({ length: rejections }, () => 'no'));
    expect(share(600, (n) => textOf(one, { user, n }) === 'r')).toBeCloseTo(chance, 1);
  });

  test('a step of its own name comes before *, and a step of neither is answered like sim:default', () => {
    const both = Card.parse({ name: 'c', steps: { a: { right: 'own' }, '*': { right: 'any' } } });
    expect([textOf(both), textOf(both, { step: 'b' })]).toEqual(['own', 'any']);
    expect(textOf(cardOf({ right: 'own' }), { step: 'b', user: 'Say hello.' })).toBe('Say hello.');
  });
});

describe('running 4: mistakes', () => {
  test('a mistake is not made again once the feedback says what it is', () => {
    const card = cardOf({ right: 'r', wrong: [{ text: 'w', until: 'wrong' }], epsilon: 0 });
    expect(textOf(card, { user: promptWith(['bad']) })).toBe('w');
    expect(textOf(card, { user: promptWith(['that is wrong']) })).toBe('r');
  });

  test('what an answer says is no feedback', () => {
    const card = cardOf({ right: 'r', wrong: [{ text: 'w', until: 'answer 0' }], epsilon: 0 });
    expect(textOf(card, { user: promptWith(['bad']) })).toBe('w');
  });

  test('a stubborn card repeats itself', () => {
    const wrong = ['v', 'w', 'x', 'y', 'z'].map((text) => ({ text, until: 'no' }));
    const card = cardOf({ right: 'r', wrong, epsilon: 0, stubborn: true });
    const first = textOf(card, { user: promptWith([]) });
    const later = [2, 3, 4].map((n) =>
      textOf(card, { n, user: promptWith(Array.from({ length: n - 1 }, () => 'no')) }),
    );
    expect(later).toEqual([first, first, first]);
  });

  test.each([
    ['while the named artifact is as it was', {}, 'w'],
    ['until it has changed', { epoch: 2 }, 'r'],
    ['until a summary was injected', { user: promptWith([], [{ from: 'b', text: 'it failed' }]) }, 'r'],
  ])('an upstream fault makes every answer wrong %s', (_, request, text) => {
    const card = cardOf({ right: 'r', wrong: 'w', upstreamFault: { step: 'up' } });
    expect(textOf(card, { user: promptWith([]), ...request })).toBe(text);
  });

  test.each([
    ['from upstream', 'w'],
    ['something else', 'r'],
  ])('an upstream fault may be known by what the artifact holds: %s', (pattern, text) => {
    const card = cardOf({ right: 'r', wrong: 'w', upstreamFault: { step: 'up', while: pattern } });
    expect(textOf(card, { user: promptWith([]) })).toBe(text);
  });

  test('an upstream fault without a step lasts until a summary is injected', () => {
    const card = cardOf({ right: 'r', wrong: 'w', upstreamFault: {} });
    expect(textOf(card, { user: promptWith([]), epoch: 2 })).toBe('w');
    expect(textOf(card, { user: promptWith([], [{ from: 'b', text: 'it failed' }]) })).toBe('r');
  });
});

describe('running 4: a card reads its prompt', () => {
  const read = (captures: object, text: string, user: string) => textOf(cardOf({ right: text, captures }), { user });

  test.each([
    ['the first match', { x: { pattern: '\\d+' } }, '{x}', 'a 12 b 34', '12'],
    ['a group', { x: { pattern: 'b (\\d+)', group: 1 } }, '{x}', 'a 12 b 34', '34'],
    ['a named group', { x: { pattern: 'b (?P<n>\\d+)', group: 'n' } }, '{x}', 'a 12 b 34', '34'],
    ['all matches', { x: { pattern: '\\d+', all: true, join: '+' } }, '{x}', 'a 12 b 34', '12+34'],
    [
      'each match as written',
      { x: { pattern: '(?P<l>\\w) (\\d+)', all: true, each: '{2}{l}', join: ',' } },
      '{x}',
      'a 12 b 34',
      '12a,34b',
    ],
    ['a default', { x: { pattern: 'z+', default: 'none' } }, '{x}', 'a', 'none'],
    ['a value above', { x: { pattern: '\\d+' }, y: { from: 'x', pattern: '.$' } }, '{y}', 'a 12', '2'],
    [
      'a case',
      {
        x: {
          cases: [
            { pattern: 'cat', value: 'C' },
            { pattern: 'a', value: 'A' },
          ],
        },
      },
      '{x}',
      'a bat',
      'A',
    ],
    ['a table', { x: { pattern: '\\d+' }, y: { from: 'x', map: { 12: 'dozen' }, default: '?' } }, '{y}', '12', 'dozen'],
    ['a replacement', { x: { pattern: '.+', replace: [{ pattern: 'a(b)', with: '$1' }] } }, '{x}', 'xab', 'xb'],
    [
      'a JSON string',
      { x: { pattern: '.+' } },
      '{"v": {x:json}, "w": {y}}',
      'say "hi"',
      '{"v": "say \\"hi\\"", "w": {y}}',
    ],
    [
      'a part of the prompt',
      { x: { from: 'task', pattern: '.+' } },
      '{x}',
      '# Specification\n\nno\n\n# Task\n\nyes',
      'yes',
    ],
  ])('%s', (_, captures, template, user, text) => {
    expect(read(captures, template, user)).toBe(text);
  });

  test('a value is text: what looks like a placeholder in it is not filled', () => {
    expect(read({ x: { pattern: '.+' }, y: { pattern: 'y' } }, '{x}', 'say {y}')).toBe('say {y}');
  });

  test('a condition picks among answers', () => {
    const card = cardOf({
      right: [
        { text: 'odd', when: { from: 'n', pattern: '[13579]$' } },
        { text: 'even', when: { from: 'n', pattern: '[13579]$', not: true } },
      ],
      captures: { n: { pattern: '\\d+' } },
    });
    expect([textOf(card, { user: '13' }), textOf(card, { user: '14' })]).toEqual(['odd', 'even']);
  });

  test('patterns are matched in linear time', () => {
    const found = () => read({ x: { pattern: '(a+)+$', default: 'none' } }, '{x}', `${'a'.repeat(50_000)}b`);
    expect(briefly(found)).toBe('none');
  });
});

describe('running 4: faults of a card', () => {
  test.each([
    ['rate429', { kind: 'fault', status: 429, retryAfter: 1 }],
    ['rate500', { kind: 'fault', status: 500 }],
    ['reset', { kind: 'drop' }],
    ['stall', { kind: 'stall' }],
    ['error', expect.objectContaining({ kind: 'answer', error: expect.objectContaining({ type: 'server_error' }) })],
    ['truncation', { kind: 'answer', text: 'abc', finish: 'length', delayMs: 0, tokensPerSecond: 0 }],
    ['refusal', expect.objectContaining({ kind: 'answer', finish: 'refusal' })],
  ])('%s 1 always happens', (name, reply) => {
    expect(answerOf(cardOf({ right: 'abcdef' }, { faults: { [name]: 1 } }), aRequest())).toEqual(reply);
  });

  test('a card may think, name another model and tell its usage late, its steps otherwise', () => {
    const aside = { thinking: { text: 'hm', for: '1s' }, model: 'mini', lateUsage: '2s' };
    const reply = answerOf(cardOf({ right: 'x', model: 'maxi' }, aside), aRequest());
    expect(reply).toMatchObject({ thinking: { text: 'hm', for: 1_000 }, model: 'maxi', lateUsage: 2_000 });
  });

  test('a call that has met a fault draws anew, so that it gets through', () => {
    const card = cardOf({ right: 'r' }, { faults: { rate429: 0.5 } });
    const drawn = (faults: number) => Array.from({ length: 40 }, (_, n) => textOf(card, { n, faults }));
    expect(drawn(0)).not.toEqual(drawn(1));
  });

  test('latency and speed are those of the step, else of the card', () => {
    const card = Card.parse({
      name: 'c',
      latencyMs: 5,
      tokensPerSecond: 9,
      steps: { a: { right: 'x', latencyMs: '2s' } },
    });
    expect(answerOf(card, aRequest())).toMatchObject({ delayMs: 2_000, tokensPerSecond: 9 });
  });
});
