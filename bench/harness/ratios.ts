import { type RatioGoal, type Row, ratio, type Takes } from '../figure.ts';

/** Ours ÷ each other side that was measured, with a goal where there is one. */
export function* ratiosOf(what: string, takes: Takes, goals: Readonly<Record<string, RatioGoal>>): Generator<Row> {
  for (const other of Object.keys(takes).filter((name) => name !== 'ours'))
    yield ratio(`${what} ÷ ${other}`, takes, ['ours', other], goals[other]);
}
