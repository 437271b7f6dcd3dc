import type { GuardCatalogue, Issue } from '../catalogues.ts';
import { fieldOf, itemsOf } from './loose.ts';
import { below } from './pointer.ts';
import type { StepSketch } from './sketch.ts';
import type { Subject } from './subject.ts';

/** A judged verdict may reject or escalate but never alone satisfies a goal (design 2 R11). */
export function* checkJudged({ sketch }: Subject, guards: Pick<GuardCatalogue, 'list'>): Generator<Issue> {
  const judged = judgedAmong(guards);
  const goal = sketch.goal && new Set(sketch.goal.map(({ value }) => value));
  for (const step of sketch.steps) {
    const isGoal = goal ? goal.has(step.id ?? '') : fieldOf(step.raw, 'optional') !== true;
    if (isGoal && passesAlone(fieldOf(step.raw, 'guard'), judged)) yield judgedAlone(step);
  }
}

/** The names of the guards that are no more than an opinion, the user's own included. */
export function judgedAmong(guards: Pick<GuardCatalogue, 'list'>): ReadonlySet<string> {
  return new Set(guards.list().flatMap(({ name, nature }) => (nature === 'judged' ? [name] : [])));
}

/** Whether the tree can pass on the word of judged guards alone, whatever all others say. */
function passesAlone(tree: unknown, judged: ReadonlySet<string>): boolean {
  const use = fieldOf(tree, 'use');
  if (typeof use === 'string') return judged.has(use);
  const branches = (kind: string) => itemsOf(fieldOf(tree, kind));
  const alone = (branch: unknown) => passesAlone(branch, judged);
  const every = ['sequence', 'all'].flatMap(branches);
  if (every.length > 0) return every.every(alone);
  const majority = branches('majority');
  return branches('any').some(alone) || majority.filter(alone).length * 2 > majority.length;
}

function judgedAlone({ pointer, id = '' }: StepSketch): Issue {
  const detail = `The step "${id}" is part of the goal, and a judged guard alone could satisfy it: a judge may reject, but not accept alone. Put it in a sequence or all with a deterministic guard or a person (human).`;
  return { pointer: below(pointer, 'guard'), code: 'judged_alone', detail };
}
