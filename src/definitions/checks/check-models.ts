import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { Subject } from '../schema/subject.ts';

/** Fields of an endpoint that make several answers of one call: only one is read, and the bound would be wrong (R111). */
const SEVERAL = ['n', 'best_of'] as const;

/** No model is asked for more than one answer at a time. */
export function* checkModels({ document, sketch }: Subject): Generator<Issue> {
  yield* checkModel(fieldOf(document, 'model'), '/model');
  yield* checkLadder(fieldOf(document, 'defaults'), '/defaults');
  for (const { raw, pointer } of sketch.steps) {
    yield* checkModel(fieldOf(raw, 'model'), below(pointer, 'model'));
    yield* checkLadder(fieldOf(raw, 'recovery'), below(pointer, 'recovery'));
  }
}

function* checkLadder(recovery: unknown, pointer: string): Generator<Issue> {
  for (const [index, rung] of itemsOf(fieldOf(recovery, 'ladder')).entries())
    yield* checkModel(rung, below(pointer, 'ladder', index));
}

function* checkModel(model: unknown, pointer: string): Generator<Issue> {
  for (const name of SEVERAL) {
    const value = fieldOf(fieldOf(model, 'extra'), name);
    if (value === undefined || value === 1) continue;
    const detail = `"${name}" above 1 asks for several answers of one call, of which one is read and all are paid; leave it out. Attempts are counted by rMax.`;
    yield { pointer: below(pointer, 'extra', name), code: 'several_answers', detail };
  }
}
