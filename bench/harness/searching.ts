import type { Document } from './definitions.ts';

/**
 * An and-or graph of `atoms` steps in parts of ten, ten parts side by side and each after one of the ten before: a step that two choices
 * build on, a step that takes up what came out of their group, and six more that build on that. Complete when the last of them are there;
 * every answer passes. Short ids: the plan of 1,000 steps just fits what a plan may take (R57).
 */
export function searching(name: string, atoms: number): Document {
  const parts = Array.from({ length: atoms / PART }, (_, at) => at);
  return {
    name,
    topology: 'and-or',
    model: { name: 'sim:default' },
    objective: {
      goal: 'The last part is there.',
      backgroundIntent: 'To see what a large graph costs.',
      deliverables: 'Its last part.',
      definitionOfDone: 'The last part was accepted.',
      baseCase: {
        all: parts
          .slice(-WIDTH)
          .flatMap(moreOf)
          .map((on) => ({ guard: { use: 'not-empty' }, on })),
      },
    },
    orGroups: Object.fromEntries(parts.map((at) => [`g${at}`, { choices: [`l${at}`, `r${at}`] }])),
    // So many may begin before the first of them is done.
    budgets: { maxIterations: atoms, maxParallelAgents: WIDTH, maxStall: WIDTH },
    steps: parts.flatMap(partOf),
  };
}

/** Of the steps of a part all run but one of the two choices. */
export const PART = 10;
/** Parts side by side. */
const WIDTH = 10;

function partOf(at: number): readonly object[] {
  return [
    step(`b${at}`, at < WIDTH ? [] : [`j${at - WIDTH}`]),
    step(`l${at}`, [`b${at}`]),
    step(`r${at}`, [`b${at}`]),
    step(`j${at}`, [`g${at}`]),
    ...moreOf(at).map((id) => step(id, [`j${at}`])),
  ];
}

function moreOf(at: number): readonly string[] {
  return ['m', 'n', 'o', 'p', 'q', 's'].map((letter) => `${letter}${at}`);
}

function step(id: string, requires: readonly string[]): object {
  return { id, requires, generator: { kind: 'llm', prompt: 'Do the work.' }, guard: { use: 'not-empty', id: 'a' } };
}
