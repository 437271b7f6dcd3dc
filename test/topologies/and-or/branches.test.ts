// Pure: which parts of an and-or graph belong to which choice, and what follows when one is taken or lost.

import '../../../src/topologies/documents.ts';
import { compilePlan } from '../../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import { wanted } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';

function planOf(steps: readonly object[], orGroups: object, on = 'outer'): Plan {
  const document = searching(steps, { orGroups, objective: objective(on) });
  return {
    ...compilePlan(definitionSchema.parse(document)),
    definition: { name: 'search', version: 1, digest: 'sha256:0' },
  };
}

const needs = (id: string, ...requires: readonly string[]) => atom(id, { requires });

describe('design 3.1: what a step works for', () => {
  const outer = { outer: { choices: ['left', 'right'] } };
  test.each([
    [
      'every choice needs it: whatever is chosen',
      [atom('base'), needs('left', 'base'), needs('right', 'base')],
      undefined,
    ],
    ['one choice needs it: that one', [atom('base'), needs('left', 'base'), atom('right')], ['left']],
    [
      'one choice needs it by way of another step: that one',
      [atom('base'), needs('mid', 'base'), needs('left', 'mid'), atom('right')],
      ['left'],
    ],
    [
      'each choice needs it in its own way: whatever is chosen',
      [atom('base'), needs('mid', 'base'), needs('left', 'mid'), needs('right', 'base')],
      undefined,
    ],
  ])('%s', (_, steps, branches) => {
    expect(planOf(steps, outer).steps.find(({ id }) => id === 'base')?.branches).toEqual(branches);
  });
});

/** A group within a choice, whose own choices need a step each. */
const NESTED = [
  atom('p'),
  atom('q'),
  needs('one', 'p'),
  needs('two', 'q'),
  needs('left', 'inner'),
  atom('right'),
] as const;

/** Plays a plan with verdicts by step; the log. A step without one stays under way. */
function played(plan: Plan, verdicts: Readonly<Record<string, 'pass' | 'fatal'>>): readonly Event[] {
  const run = memoryRun(plan, {}, 1);
  run.at(2);
  for (;;) {
    run.turn();
    const call = wanted(run.now.state).find((each) => verdicts[each.step] !== undefined);
    if (!call) return run.log;
    const { token, phase } = call;
    const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 1 };
    run.dispatch(
      phase === 'generate'
        ? { kind: 'generated', token, artifactId: token, digest: token, usage, source: 'generated' }
        : { kind: 'judged', token, verdict: verdicts[call.step] ?? 'pass', guard: 'not-empty' },
    );
  }
}

test('S1-2.4-a: what only a choice within a choice needs can be worked on', () => {
  const plan = planOf([...NESTED], { outer: { choices: ['left', 'right'] }, inner: { choices: ['one', 'two'] } });
  const log = played(plan, {});
  expect(log.flatMap((event) => (event.type === 'branch.selected' ? [event.choice] : []))).toEqual(['left', 'one']);
  expect(log.flatMap((event) => (event.type === 'attempt.started' ? [event.step] : []))).toEqual(['p']);
});

test('S1-7.2.2-c: when a choice loses, what is done for a choice within it ends too', () => {
  const orGroups = { outer: { choices: ['left', 'right'], speculative: true }, inner: { choices: ['one', 'two'] } };
  const log = played(planOf([...NESTED], orGroups), { right: 'pass' });
  expect(log.flatMap((event) => (event.type === 'branch.lost' ? [event.choice] : []))).toEqual(['left']);
  const ended = log.flatMap((event) => (event.type === 'attempt.finished' ? [[event.step, event.status]] : []));
  expect(ended).toEqual([
    ['right', 'accepted'],
    ['p', 'discarded'],
  ]);
});

test('design 3.1: a fatal verdict within a choice that another one is tried beside asks nobody', () => {
  const orGroups = { outer: { choices: ['left', 'right'], speculative: true }, inner: { choices: ['one', 'two'] } };
  const log = played(planOf([...NESTED], orGroups), { p: 'fatal' });
  expect(log.filter(({ type }) => type === 'escalation.opened')).toEqual([]);
  expect(log.flatMap((event) => (event.type === 'branch.failed' ? [event.choice] : []))).toEqual(['one']);
});
