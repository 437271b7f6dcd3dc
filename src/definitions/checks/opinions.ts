import { asksModel } from '../../model/plan.ts';
import { fieldOf } from '../../text/loose.ts';
import type { StepSketch } from '../parse/sketch.ts';

const FINDS_OUT: ReadonlySet<unknown> = new Set(['verifier', 'probe']);

/** Whether a role says what is so instead of doing something. */
export function findsOut(role: unknown): boolean {
  return FINDS_OUT.has(role);
}

/** A model says in it whether something holds: whatever a guard makes of that, it is no more than a model's word (R106). */
export function isOpinion({ raw, kind = '' }: Pick<StepSketch, 'raw' | 'kind'>): boolean {
  return findsOut(fieldOf(raw, 'role')) && asksModel(kind);
}
