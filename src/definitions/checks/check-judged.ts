import type { GuardCatalogue, Issue } from '../../ports/catalogues.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { StepSketch } from '../parse/sketch.ts';
import type { Subject } from '../schema/subject.ts';
import { isOpinion } from './opinions.ts';

/**
 * A judged verdict may reject or escalate but never alone satisfies a goal (design 2 R11). What a model says as verifier or probe is such
 * an opinion, whatever guard reads it (R106); of a search the base case says what completes it.
 */
export function* checkJudged({ topology, sketch }: Subject, guards: Pick<GuardCatalogue, 'list'>): Generator<Issue> {
  const judged = judgedAmong(guards);
  const goal = sketch.goal && new Set(sketch.goal.map(({ value }) => value));
  for (const step of sketch.steps) {
    const isGoal = goal ? goal.has(step.id ?? '') : fieldOf(step.raw, 'optional') !== true;
    if (!isGoal) continue;
    const guard = fieldOf(step.raw, 'guard');
    if (passesAlone(guard, (use) => judged.has(use))) yield judgedAlone(step);
    else if (isOpinion(step) && topology.isCompleteByGoal && passesAlone(guard, isNoPerson)) yield verifiesItself(step);
  }
}

/** The names of the guards that are no more than an opinion, the user's own included. */
export function judgedAmong(guards: Pick<GuardCatalogue, 'list'>): ReadonlySet<string> {
  return new Set(guards.list().flatMap(({ name, nature }) => (nature === 'judged' ? [name] : [])));
}

/** Whether the tree can pass on the word of judged guards alone, whatever all others say. */
function passesAlone(tree: unknown, judged: (use: string) => boolean): boolean {
  const use = fieldOf(tree, 'use');
  if (typeof use === 'string') return judged(use);
  const branches = (kind: string) => itemsOf(fieldOf(tree, kind));
  const alone = (branch: unknown) => passesAlone(branch, judged);
  const every = ['sequence', 'all'].flatMap(branches);
  if (every.length > 0) return every.every(alone);
  const majority = branches('majority');
  return branches('any').some(alone) || majority.filter(alone).length * 2 > majority.length;
}

/** Whose word comes from outside is asked for more than what the artifact says. */
function isNoPerson(use: string): boolean {
  return use !== 'human' && use !== 'external';
}

function verifiesItself({ pointer, id = '', raw }: StepSketch): Issue {
  const detail = `The step "${id}" is part of the goal, and what its guard looks at is what a model says as ${String(fieldOf(raw, 'role'))}: that counts as judged, and a judge does not accept alone. Put the guard in a sequence or all with a person (human), or name as goal a step whose own work is checked.`;
  return { pointer: below(pointer, 'guard'), code: 'judged_alone', detail };
}

function judgedAlone({ pointer, id = '' }: StepSketch): Issue {
  const detail = `The step "${id}" is part of the goal, and a judged guard alone could satisfy it: a judge may reject, but not accept alone. Put it in a sequence or all with a deterministic guard or a person (human).`;
  return { pointer: below(pointer, 'guard'), code: 'judged_alone', detail };
}
