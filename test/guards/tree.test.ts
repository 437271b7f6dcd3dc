/** Pure: how verdicts of several guards become one (design 3 "Guard tree", guards 2.6). */
import * as fc from 'fast-check';
import { z } from 'zod';
import type { Guard } from '../../src/guards/guard.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree, GuardError } from '../../src/guards/tree.ts';
import type { GuardTree } from '../../src/model/guard-tree.ts';
import type { Verdict, VerdictWord } from '../../src/model/verdict.ts';
import { cases } from '../support/properties.ts';
import { aContext } from './a-context.ts';

const registry = createGuardRegistry({ sim: true });

/** A leaf that says `word`, under that id. */
function leaf(id: string, word: VerdictWord, score?: number): GuardTree {
  const entry = { verdict: word, feedback: `${id} says ${word}`, ...(score === undefined ? {} : { score }) };
  return { use: 'scripted', id, with: { verdicts: [entry] } };
}

const broken: GuardTree = { use: 'scripted', id: 'broken', with: { verdicts: [{ error: true }] } };
const [p, q, r] = [leaf('p', 'pass'), leaf('q', 'pass'), leaf('r', 'retry')];
const [s, f] = [leaf('s', 'retry'), leaf('f', 'fatal')];

function evaluate(tree: GuardTree, find = (name: string) => registry.find(name)): Promise<Verdict> {
  return evaluateTree(tree, { find }, aContext('text'), () => 0);
}

const ran = ({ subResults }: Verdict) => subResults.map(({ guard }) => guard).join(' ');

test.each<[string, GuardTree, VerdictWord, string, string]>([
  ['sequence passes when all pass', { sequence: [p, q] }, 'pass', 'q', 'p q'],
  ['sequence stops at the first failure', { sequence: [p, r, s, broken] }, 'retry', 'r', 'p r'],
  ['sequence keeps fatal', { sequence: [p, f, r] }, 'fatal', 'f', 'p f'],
  ['all runs all', { all: [r, p, s] }, 'retry', 'r', 'r p s'],
  ['all is fatal when one is, wherever it stands', { all: [r, f] }, 'fatal', 'r', 'r f'],
  ['any passes when one passes', { any: [r, p] }, 'pass', 'p', 'r p'],
  ['any never stops at the first failure', { any: [r, s, p] }, 'pass', 'p', 'r s p'],
  ['fatal does not matter under any where another passes', { any: [f, p] }, 'pass', 'p', 'f p'],
  ['any is fatal when none passes and one is', { any: [r, f] }, 'fatal', 'r', 'r f'],
  ['any fails when none passes', { any: [r, s] }, 'retry', 'r', 'r s'],
  ['majority needs strictly more than half', { majority: [p, r] }, 'retry', 'r', 'p r'],
  ['majority passes with two of three', { majority: [r, p, q] }, 'pass', 'q', 'r p q'],
  ['majority is never fail-fast', { majority: [r, s, p] }, 'retry', 'r', 'r s p'],
  ['fatal outranks a majority', { majority: [p, q, f] }, 'fatal', 'f', 'p q f'],
  ['they nest', { sequence: [{ any: [f, p] }, { all: [q, r] }] }, 'retry', 'r', 'p r'],
  ['a nested fatal is fatal', { all: [p, { sequence: [q, f] }] }, 'fatal', 'f', 'p f'],
  ['a nested any shields from fatal', { all: [p, { any: [q, { sequence: [f] }] }] }, 'pass', 'q', 'p q'],
  ['a composite of one is that one', { all: [r] }, 'retry', 'r', 'r'],
])('%s', async (_, tree, verdict, guard, subResults) => {
  const result = await evaluate(tree);
  expect([result.verdict, result.guard, ran(result)]).toEqual([verdict, guard, subResults]);
});

test('R60: a failing composite has the id of its first failing leaf and the feedback of all, in declared order', async () => {
  const slow: Guard = {
    ...probe,
    evaluate: () => new Promise((resolve) => setImmediate(() => resolve(answer('slow')))),
  };
  const find = (name: string) => (name === 'slow' ? slow : registry.find(name));
  const result = await evaluate({ all: [{ any: [{ use: 'slow' }, r] }, p, s] }, find);
  expect(result).toMatchObject({ guard: 'slow', feedback: 'slow\n\nr says retry\n\ns says retry' });
  expect(result.signature).toBe('slow');
});

test('feedback of branches that failed under an any that passed is kept in the sub-results only', async () => {
  const result = await evaluate({ sequence: [{ any: [r, p] }, s] });
  expect(result.feedback).toBe('s says retry');
  expect(result.subResults[0]).toMatchObject({
    verdict: 'pass',
    feedback: '',
    subResults: [{ feedback: 'r says retry' }, {}],
  });
});

const probe: Guard = {
  name: 'probe',
  nature: 'deterministic',
  sandbox: false,
  score: false,
  options: z.unknown(),
  evaluate: () => answer('probe'),
};

function answer(feedback: string) {
  return { verdict: 'retry' as const, feedback };
}

test('R18: a leaf: its id, onFail, feedback of its own, generated and signature', async () => {
  const tree: GuardTree = {
    use: 'not-empty',
    id: 'written',
    onFail: 'fatal',
    feedback: 'Write 12 lines.',
    generated: true,
  };
  const result = await evaluateTree(tree, registry, aContext(''), () => 0);
  expect(result).toEqual({
    verdict: 'fatal',
    feedback: 'Write 12 lines.',
    signature: 'write <n> lines.',
    guard: 'written',
    nature: 'deterministic',
    generated: true,
    durationMs: 0,
    subResults: [],
  });
});

test('a pass is untouched by onFail and feedback and has no signature', async () => {
  const result = await evaluate({ use: 'not-empty', onFail: 'fatal', feedback: 'Write.' });
  expect(result).toEqual({
    verdict: 'pass',
    feedback: '',
    guard: 'not-empty',
    nature: 'deterministic',
    durationMs: 0,
    subResults: [],
  });
});

test('a guard that rejects without words is given some, and control characters never get through', async () => {
  const silent: Guard = { ...probe, evaluate: () => answer(' ') };
  expect((await evaluate({ use: 'x' }, () => silent)).feedback).toBe('The check "x" did not pass.');
  const ugly: Guard = { ...probe, evaluate: () => answer('\u001b[31mbad\u0000') };
  expect((await evaluate({ use: 'x' }, () => ugly)).feedback).toBe('bad');
});

test('R19: a composite has the score of the leaf that decided, and invents none', async () => {
  expect(await evaluate({ sequence: [leaf('a', 'pass', 1), leaf('b', 'retry', 0.5)] })).toMatchObject({ score: 0.5 });
  const unscored = await evaluate({ sequence: [leaf('a', 'pass', 1), r] });
  expect(unscored.score).toBeUndefined();
  expect(unscored.subResults.filter(({ verdict }) => verdict === 'pass')).toHaveLength(1);
});

test('R11: the nature of a composite is the strictest of what ran', async () => {
  const natures = { judge: 'judged', person: 'human' } as const;
  const find = (name: string) => {
    const nature = name === 'judge' || name === 'person' ? natures[name] : undefined;
    return nature === undefined ? registry.find(name) : { ...probe, nature };
  };
  expect((await evaluate({ all: [p, { use: 'judge' }] }, find)).nature).toBe('judged');
  expect((await evaluate({ all: [{ use: 'person' }, { use: 'judge' }] }, find)).nature).toBe('human');
  expect((await evaluate({ sequence: [r, { use: 'person' }] }, find)).nature).toBe('deterministic');
});

test('S3-G-9: every sub-result has its own duration, also where branches run at once', async () => {
  let now = 0;
  const takes = (milliseconds: number): Guard => ({
    ...probe,
    evaluate() {
      now += milliseconds;
      return answer('late');
    },
  });
  const tree: GuardTree = { all: [{ use: '5' }, { sequence: [{ use: '7' }] }] };
  const result = await evaluateTree(tree, { find: (name) => takes(Number(name)) }, aContext(''), () => now);
  expect(result).toMatchObject({ durationMs: 12, subResults: [{ durationMs: 5 }, { durationMs: 7 }] });
});

test('durations are told to the microsecond', async () => {
  const times = [0.1, 0.3456789];
  const result = await evaluateTree(p, { find: () => probe }, aContext(''), () => times.shift() ?? 0);
  expect(result.durationMs).toBe(0.246);
});

test.each<[string, GuardTree, string]>([
  ['alone', broken, 'broken'],
  ['in a sequence', { sequence: [p, broken] }, 'broken'],
  ['beside one that passes under any', { any: [p, broken] }, 'broken'],
  ['beside a fatal one', { all: [f, broken] }, 'broken'],
  ['in a majority', { majority: [p, q, broken] }, 'broken'],
  ['unknown to this worker', { use: 'absent' }, 'absent'],
  ['with options that do not fit', { use: 'regex', with: {} }, 'regex'],
  ['an empty composite', { all: [] }, 'all'],
])('a guard that breaks (%s) is a guard error and never a verdict', async (_, tree, guard) => {
  const error: unknown = await evaluate(tree).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(GuardError);
  expect(error).toMatchObject({ guard });
});

test('a guard error keeps its cause, and of several the first in declared order is thrown', async () => {
  const cause = new Error('no sandbox');
  const slow: Guard = { ...probe, evaluate: () => new Promise((_, reject) => setImmediate(() => reject(cause))) };
  const find = (name: string) => (name === 'slow' ? slow : registry.find(name));
  await expect(evaluate({ all: [{ use: 'slow' }, broken] }, find)).rejects.toMatchObject({
    guard: 'slow',
    detail: 'no sandbox',
    cause,
  });
});

test('a verdict that is no longer wanted is not a guard error', async () => {
  const reason = new Error('stopped');
  const context = aContext('x', { signal: AbortSignal.abort(reason) });
  await expect(evaluateTree({ sequence: [p] }, registry, context, () => 0)).rejects.toBe(reason);
});

const aTree = fc.letrec<{ tree: GuardTree; leaf: GuardTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((sequence) => ({ sequence })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((majority) => ({ majority })),
  ),
  leaf: fc.oneof(
    fc.constantFrom<GuardTree>(p, r, f, { use: 'not-empty' }, { use: 'json' }, { use: 'length', with: { max: 3 } }),
    fc.string({ minLength: 1 }).map((text): GuardTree => ({ use: 'contains', with: { text } })),
  ),
})).tree;

test('S3-D3-c, S3-D3-e: the same artifact and criteria give the same verdict and feedback', async () => {
  await fc.assert(
    fc.asyncProperty(aTree, fc.string(), async (tree, text) => {
      const first = await evaluateTree(tree, registry, aContext(text), () => 0);
      expect(await evaluateTree(tree, registry, aContext(text), () => 0)).toEqual(first);
    }),
    cases(60),
  );
});

test('S0-P4: a failure has feedback and a signature, a pass has neither', async () => {
  await fc.assert(
    fc.asyncProperty(aTree, fc.string(), async (tree, text) => {
      const { verdict, feedback, signature } = await evaluateTree(tree, registry, aContext(text), () => 0);
      expect([feedback !== '', signature !== undefined]).toEqual(Array(2).fill(verdict !== 'pass'));
    }),
    cases(60),
  );
});

test('guards 1.6: who tampers with the verdict is told the first time, and is done the second time', async () => {
  const cheat: Guard = { ...probe, evaluate: () => ({ ...answer('TamperError'), tampered: true }) };
  const find = () => cheat;
  const at = (earlier: readonly Verdict[]) =>
    evaluateTree({ sequence: [{ use: 'cheat' }] }, { find }, aContext('text', { earlier }), () => 0);
  const first = await at([await evaluate(r)]);
  expect(first).toMatchObject({ verdict: 'retry', subResults: [{ tampered: true }] });
  expect(await at([first])).toMatchObject({ verdict: 'fatal', guard: 'cheat' });
});

test.each<[string, 'any' | 'all', VerdictWord, unknown]>([
  ['of a branch that passed', 'any', 'pass', { by: 'facts' }],
  ['of the last branch that has some', 'all', 'retry', { errors: [{ pointer: '/a', detail: expect.any(String) }] }],
])('R67: the facts of a composite are those %s', async (_, kind, verdict, data) => {
  const facts: Guard = { ...probe, evaluate: () => ({ verdict: 'pass', feedback: '', data: { by: 'facts' } }) };
  const find = (name: string) => (name === 'facts' ? facts : registry.find(name));
  const misfit = { use: 'json-schema', with: { schema: { required: ['a'] } } };
  const branches = [{ use: 'facts' }, misfit];
  const tree: GuardTree = kind === 'any' ? { any: branches } : { all: branches };
  const result = await evaluateTree(tree, { find }, aContext('{}'), () => 0);
  expect(result).toMatchObject({ verdict, data });
});
