import { limitProblem, overrunOf, paceOfBoth, SlowMachine } from '../../../src/guards/isolation/foreign-limits.ts';
import { DEFAULT_LIMITS, type Pace } from '../../../src/sandbox/sandbox.ts';

test.each<[string, Pace, ReturnType<typeof overrunOf>]>([
  ['worked for more than half of its limit', { wall: 1_000, processor: 501, late: 0 }, 'at work'],
  ['worked so on a slow machine', { wall: 1_000, processor: 501, late: 9_000 }, 'at work'],
  ['worked for half of its limit', { wall: 1_000, processor: 500, late: 0 }, 'waited'],
  ['waited while the machine was late by a fifth', { wall: 1_000, processor: 0, late: 200 }, 'waited'],
  ['waited while the machine was later', { wall: 1_000, processor: 0, late: 201 }, 'the machine'],
  ['did what nobody knows', { wall: 1_000, late: 200 }, 'at work or waited'],
  ['did what nobody knows on a slow machine', { wall: 1_000, late: 201 }, 'the machine'],
  ['was late for a short limit, for a long one', { wall: 30_000, processor: 0, late: 5_000 }, 'waited'],
])('a program that %s (R110)', (_, pace, overrun) => {
  expect(overrunOf(pace)).toBe(overrun);
});

test('a program is told what it did, and both causes where nobody knows (R110)', () => {
  const told = (pace: Pace | undefined) => limitProblem('wall', DEFAULT_LIMITS, pace);
  expect(told({ wall: 1_000, processor: 900, late: 0 })).toBe(
    'TimeoutError: it did not end within 1 s and was stopped. It was at work: look for a loop without end.',
  );
  expect(told({ wall: 1_500, processor: 0, late: 0 })).toMatch(/within 1\.5 s and was stopped\. It waited: /);
  expect(told(undefined)).toMatch(/within 30 s .* loop without end, or for waiting\.$/);
});

test('what a slow machine cut short is no verdict (R110)', () => {
  const told = () => limitProblem('wall', DEFAULT_LIMITS, { wall: 1_000, processor: 20, late: 3_000 });
  expect(told).toThrow(SlowMachine);
  expect(told).toThrow('it did not end within 1 s and was stopped, on a machine that was late by 3 s');
});

test('two programs that take turns are one work (R110)', () => {
  const half = (processor: number, late: number) => ({ pace: { wall: 1_000, processor, late } });
  expect(paceOfBoth(half(300, 10), half(400, 20))).toEqual({ wall: 1_000, processor: 700, late: 20 });
  expect(paceOfBoth(half(300, 10), {})).toEqual({ wall: 1_000, processor: 300, late: 10 });
  expect(paceOfBoth({ pace: { wall: 1_000, late: 5 } }, half(400, 0))).toMatchObject({ processor: 400, late: 5 });
});
