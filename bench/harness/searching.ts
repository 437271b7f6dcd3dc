import type { Document } from './definitions.ts';

/**
 * An and-or graph of `atoms` steps in layers of forty: ten groups of two choices, which all build on a step of their own, and a step
 * that takes up what came out of the group. Complete when the last step is. Every answer passes.
 */
export function searching(name: string, atoms: number): Document {
  const parts = Array.from({ length: atoms / 4 }, (_, at) => at);
  return {
    name,
    topology: 'and-or',
    model: { name: 'sim:default' },
    objective: {
      goal: 'The last part is there.',
      backgroundIntent: 'To see what a large graph costs.',
      deliverables: 'Its last part.',
      definitionOfDone: 'The last part was accepted.',
      baseCase: { all: parts.slice(-WIDTH).map((at) => ({ guard: { use: 'not-empty' }, on: `join${at}` })) },
    },
    orGroups: Object.fromEntries(parts.map((at) => [`group${at}`, { choices: [`left${at}`, `right${at}`] }])),
    budgets: { maxIterations: atoms, maxParallelAgents: WIDTH },
    steps: parts.flatMap(partOf),
  };
}

/** Parts side by side. */
const WIDTH = 10;

function partOf(at: number): readonly object[] {
  const step = (id: string, requires: readonly string[]) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: 'Do the work.' },
    guard: { use: 'not-empty' },
  });
  return [
    step(`base${at}`, at < WIDTH ? [] : [`join${at - WIDTH}`]),
    step(`left${at}`, [`base${at}`]),
    step(`right${at}`, [`base${at}`]),
    step(`join${at}`, [`group${at}`]),
  ];
}
