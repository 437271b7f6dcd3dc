import { fieldOf } from '../../../text/loose.ts';
import type { DefinitionGraph } from '../service/types.ts';
import { counted } from './format.ts';
import { type Line, table } from './spans.ts';

/** A definition as the run that it makes: the steps in an order in which they can run, their guards, and the dearest case. */
export function planLines(document: unknown, graph: DefinitionGraph, generations: number): readonly Line[] {
  const steps = new Map(stepsOf(document).map((step) => [String(fieldOf(step, 'id')), step]));
  const order = ordered(graph);
  const rows = order.map((node, index): Line => {
    const before = graph.edges.filter(({ to }) => to === node.id).map(({ from }) => from);
    const allowed = node.attempts === undefined ? '' : counted(node.attempts.allowed, 'attempt');
    const guard = guardOf(fieldOf(steps.get(node.id), 'guard'));
    return [
      String(index + 1),
      `${node.id}${node.goal ? ' (goal)' : ''}`,
      node.kind === 'step' ? '' : node.kind,
      before.length === 0 ? '' : `after ${before.join(', ')}`,
      allowed,
      guard === '' ? '' : `judged by ${guard}`,
    ];
  });
  return [
    ...table(rows),
    [],
    [['strong', 'Dearest case'], `  ${counted(generations, 'generation')}: no run of it makes more.`],
  ];
}

function stepsOf(document: unknown): readonly unknown[] {
  const steps = fieldOf(document, 'steps');
  if (Array.isArray(steps)) return steps;
  const inner = fieldOf(fieldOf(document, 'workflow'), 'steps');
  if (Array.isArray(inner)) return inner;
  return Object.entries(Object(inner ?? steps ?? {})).map(([id, step]) => ({ id, ...Object(step) }));
}

/** Names of a guard tree, as `contains then length`. */
function guardOf(guard: unknown): string {
  const use = fieldOf(guard, 'use');
  if (typeof use === 'string') return use;
  if (typeof guard === 'string') return guard;
  for (const [name, joined] of JOINED) {
    const parts = fieldOf(guard, name);
    const inner = Array.isArray(parts) ? parts : fieldOf(parts, 'of');
    if (Array.isArray(inner))
      return inner
        .map(guardOf)
        .filter((part) => part !== '')
        .join(joined);
  }
  return '';
}

const JOINED = [
  ['sequence', ' then '],
  ['all', ' and '],
  ['any', ' or '],
  ['majority', ', '],
] as const;

type Node = DefinitionGraph['nodes'][number];

/** What others need comes first; a circle, which only machines have, is left in the order in which it is written. */
function ordered({ nodes, edges }: DefinitionGraph): readonly Node[] {
  const done = new Set<string>();
  const left = [...nodes];
  const order: Node[] = [];
  while (left.length > 0) {
    const ready = left.findIndex(({ id }) => edges.every(({ from, to }) => to !== id || from === id || done.has(from)));
    const [node] = left.splice(Math.max(ready, 0), 1);
    if (!node) break;
    done.add(node.id);
    order.push(node);
  }
  return order;
}
