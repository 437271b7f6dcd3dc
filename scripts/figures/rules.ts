import type { Figure, Place } from './figure.ts';
import { isWithoutServer, needsOf } from './needs.ts';
import type { Project } from './project.ts';
import { titlesOf } from './titles.ts';

const RULE = /(?<![\w-])R\d+(?![\w-])/g;

/** Rules of the core that no test names which does without servers (`needs.ts` says which do). `rules` are their ids, with what they rule. */
export function untestedRules(project: Project, rules: Readonly<Record<string, string>>): Figure {
  const named = suitesByName(project, RULE);
  const needs = needsOf(project);
  const byMemory = [...named].filter(([, suites]) => suites.some((suite) => isWithoutServer(needs.get(suite))));
  const covered = new Set(byMemory.map(([rule]) => rule));
  const places = Object.entries(rules).flatMap(([at, what]): readonly Place[] => {
    if (covered.has(at)) return [];
    const suites = named.get(at) ?? [];
    return [{ at, what: `${what}: ${suites.length > 0 ? `only in ${suites.join(', ')}` : 'no test names it'}` }];
  });
  return {
    id: 'rules',
    measure: 'rules of the core without a test that needs no server',
    goal: { most: 0 },
    now: places.length,
    note: `of ${Object.keys(rules).length}; tests name ${named.size} rules of any kind, ${covered.size} of them without a server`,
    places,
  };
}

/** The suites whose titles name each id that the pattern finds. */
export function suitesByName(project: Project, pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>();
  const named = new Map<string, string[]>();
  for (const suite of needsOf(project).keys()) {
    const ids = titlesOf(project, suite, known).flatMap((title) => title.match(pattern) ?? []);
    for (const id of new Set(ids)) named.set(id, [...(named.get(id) ?? []), suite]);
  }
  return named;
}
