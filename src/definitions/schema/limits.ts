import type { Compiled } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { entriesOf, fieldOf, itemsOf } from '../../text/loose.ts';
import { keysOf, valueAt } from '../../text/pointer.ts';
import { topologyOfDocument } from '../topology-document.ts';
import { MAX_STEPS } from './definition.ts';

/** Bytes of a compiled plan as JSON (R57). */
const MAX_PLAN_BYTES = 256 * 1024;

/** An edge takes four bytes of a plan at least, so more of them never fit; known before any walk over them. */
const MAX_EDGES = MAX_PLAN_BYTES / 4;

/** What makes all other checks of a document pointless or dear: too many steps or edges (R57), and what its topology knows of. */
export function documentLimits(document: unknown): readonly Issue[] {
  const topology = topologyOfDocument(document);
  const pointer = topology.form.steps;
  const steps = itemsOf(valueAt(document, keysOf(pointer)));
  return [...stepIssues(steps, pointer), ...(topology.limits?.(document) ?? [])];
}

/** The compiled plan travels with every run, so it is small (R57). */
export function planLimit(plan: Compiled): readonly Issue[] {
  const bytes = new TextEncoder().encode(JSON.stringify(plan)).length;
  return bytes > MAX_PLAN_BYTES ? [planTooLarge(`it has ${bytes}`)] : [];
}

function stepIssues(steps: readonly unknown[], pointer: string): readonly Issue[] {
  if (steps.length > MAX_STEPS) {
    const detail = `A definition has at most ${MAX_STEPS} steps; this one has ${steps.length}. Split it into several workflows.`;
    return [{ pointer, code: 'too_many_steps', detail }];
  }
  const edges = steps.reduce<number>((sum, step) => sum + edgeCount(step), 0);
  return edges > MAX_EDGES ? [planTooLarge(`${edges} references between steps never fit`)] : [];
}

function edgeCount(step: unknown): number {
  const lists = ['requires', 'optionalRequires'].map((field) => itemsOf(fieldOf(step, field)).length);
  const maps = ['guardArtifacts', 'context'].map((field) => entriesOf(fieldOf(step, field)).length);
  return [...lists, ...maps].reduce((sum, count) => sum + count, 0);
}

function planTooLarge(why: string): Issue {
  const detail = `A compiled plan has at most ${MAX_PLAN_BYTES} bytes; ${why}. Use fewer edges, shorter ids or several workflows.`;
  return { pointer: '/steps', code: 'plan_too_large', detail };
}
