import type { Figure, Place } from './figure.ts';
import { reachedFrom } from './graph.ts';
import type { Project } from './project.ts';

/** What a suite needs, the dearest first. */
const NEEDS = ['programs', 'Temporal', 'PostgreSQL', 'sandboxes', 'nothing'] as const;
export type Need = (typeof NEEDS)[number];

/** Only `npm run test:long` plays it. */
export const LONG = /\.long\.\w+\.test\.ts$/;
/** Only `npm run test:browser`, or `npm run test:package`, plays it. */
export const ELSEWHERE = /\.(?:browser|package)\.test\.ts$/;
const SUITE = /^test\/.+\.test\.ts$/;
/** They start the service or parts of it as programs of their own. */
const STARTERS =
  /^test\/support\/(?:processes\/(?:dsap|program)|servers\/(?:kept-servers|fallible-servers|cluster))\.ts$/;
const OF_TEMPORAL = new Set(['@temporalio/client', '@temporalio/worker', '@temporalio/testing']);

const counted = new WeakMap<Project, ReadonlyMap<string, Need>>();

/**
 * What each suite needs, as its imports tell: all that is loaded when it is, imports of types left out. It is more than the suite makes
 * use of, never less: who loads the client of a server may use it.
 * - programs: a helper that starts the service or its servers as programs, or another file that starts any
 * - Temporal, PostgreSQL: a package that speaks to the server
 * - sandboxes: a file of `src/sandbox` that starts processes
 */
export function needsOf(project: Project): ReadonlyMap<string, Need> {
  const known = counted.get(project) ?? new Map(suitesOf(project).map((suite) => [suite, needOf(project, suite)]));
  counted.set(project, known);
  return known;
}

export function suitesOf({ files }: Project): readonly string[] {
  return [...files.keys()].filter((file) => SUITE.test(file));
}

/** All files that are loaded with one, and the packages, by name. */
export function loadedWith({ imports }: Project, file: string): ReadonlySet<string> {
  return reachedFrom(file, (from) => (imports.get(from) ?? []).flatMap(({ to, isType }) => (isType ? [] : [to])));
}

/** Whether a suite reaches no server, and starts no program that may. */
export function isWithoutServer(need: Need | undefined): boolean {
  return need === 'nothing' || need === 'sandboxes';
}

export function suitesByNeed(project: Project): Figure {
  const needs = [...needsOf(project)];
  const counts = NEEDS.map((need) => `${need} ${needs.filter(([, each]) => each === need).length}`);
  return {
    id: 'needs',
    measure: 'suites, by what they need',
    now: needs.length,
    note: `${counts.join(', ')}; long ${needs.filter(([suite]) => LONG.test(suite)).length} of them`,
    places: needs
      .toSorted(([, a], [, b]) => NEEDS.indexOf(a) - NEEDS.indexOf(b))
      .map(([at, what]): Place => ({ at, what })),
  };
}

function needOf(project: Project, suite: string): Need {
  const loaded = [...loadedWith(project, suite)];
  const starters = loaded.filter((file) => (project.imports.get(file) ?? []).some(startsProcesses));
  if (loaded.some((file) => STARTERS.test(file))) return 'programs';
  if (loaded.some((name) => OF_TEMPORAL.has(name))) return 'Temporal';
  if (loaded.includes('pg')) return 'PostgreSQL';
  if (starters.some((file) => file.startsWith('src/sandbox/'))) return 'sandboxes';
  return starters.length > 0 ? 'programs' : 'nothing';
}

function startsProcesses({ to, isType }: { readonly to: string; readonly isType: boolean }): boolean {
  return to === 'node:child_process' && !isType;
}
