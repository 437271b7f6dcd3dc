import type { Issue } from '../catalogues.ts';
import { type Plan, TOPOLOGIES } from '../plan.ts';
import { MAX_STEPS } from './definition.ts';
import { entriesOf, fieldOf, itemsOf } from './loose.ts';

/** Bytes of a compiled plan as JSON (R57). */
const MAX_PLAN_BYTES = 256 * 1024;

/** An edge takes four bytes of a plan at least, so more of them never fit; known before any walk over them. */
const MAX_EDGES = MAX_PLAN_BYTES / 4;

const KNOWN: readonly string[] = ['dag', 'and-or', 'machine'];
const OFFERED: readonly string[] = TOPOLOGIES;

/** What makes all other checks of a document pointless or dear: another topology's fields, too many steps or edges (R57). */
export function documentLimits(document: unknown): readonly Issue[] {
  return [...topologyIssues(document), ...stepIssues(itemsOf(fieldOf(document, 'steps')))];
}

/** The compiled plan travels with every run, so it is small (R57). */
export function planLimit(plan: Omit<Plan, 'definition'>): readonly Issue[] {
  const bytes = new TextEncoder().encode(JSON.stringify(plan)).length;
  return bytes > MAX_PLAN_BYTES ? [planTooLarge(`it has ${bytes}`)] : [];
}

function topologyIssues(document: unknown): readonly Issue[] {
  const written = fieldOf(document, 'topology');
  const machine = fieldOf(fieldOf(document, 'workflow'), 'state_machine') === undefined ? undefined : 'machine';
  const topology = written ?? machine;
  if (typeof topology !== 'string' || OFFERED.includes(topology)) return [];
  if (KNOWN.includes(topology)) {
    const detail = `The topology "${topology}" is not available in this version. Available: ${OFFERED.join(', ')}.`;
    return [{ pointer: written === undefined ? '/workflow' : '/topology', code: 'unsupported_topology', detail }];
  }
  return [];
}

function stepIssues(steps: readonly unknown[]): readonly Issue[] {
  if (steps.length > MAX_STEPS) {
    const detail = `A definition has at most ${MAX_STEPS} steps; this one has ${steps.length}. Split it into several workflows.`;
    return [{ pointer: '/steps', code: 'too_many_steps', detail }];
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
