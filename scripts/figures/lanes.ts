import { ELSEWHERE, LONG, loadedWith, type Need, needsOf, suitesOf } from './needs.ts';
import type { Project } from './project.ts';

/** What is counted together: suites of one need; of those that need PostgreSQL, what plays whole workflows and what asks for pages apart. */
export const LANES = ['programs', 'Temporal', 'played', 'console', 'PostgreSQL', 'sandboxes', 'nothing'] as const;
export type Lane = (typeof LANES)[number];

/** Plays workflows in the suite's own process. */
const ENGINE_IN_PROCESS = 'test/support/engine/in-process.ts';
const CONSOLE = 'test/console/';

/** The suites of `npm test` that a lane has. */
export function suitesOfLane(project: Project, lane: Lane): readonly string[] {
  const needs = needsOf(project);
  return suitesOfNpmTest(project).filter((suite) => laneOf(project, suite, needs.get(suite)) === lane);
}

export function suitesOfNpmTest(project: Project): readonly string[] {
  return suitesOf(project).filter((suite) => !ELSEWHERE.test(suite) && !LONG.test(suite));
}

function laneOf(project: Project, suite: string, need: Need | undefined): Lane | undefined {
  if (need !== 'PostgreSQL') return need;
  if (loadedWith(project, suite).has(ENGINE_IN_PROCESS)) return 'played';
  return suite.startsWith(CONSOLE) ? 'console' : need;
}
