import type { Figure, Place } from './figure.ts';
import type { Project } from './project.ts';
import { suitesByName } from './rules.ts';

/** `U-3`, `S0-T4a`, `S1-7.3.1-c`, `S3-D6-h`. */
const REQUIREMENT = /(?<![\w-])(?:U-\d+|S\d+x?-[A-Z0-9]\w*(?:[.-]\w+)*)/g;

export function requirementsNamed(project: Project): readonly string[] {
  return [...suitesByName(project, REQUIREMENT).keys()].toSorted();
}

/** How many requirements the titles of tests name. */
export function requirementsFigure(named: readonly string[], least: number): Figure {
  return {
    id: 'requirements',
    measure: 'requirement ids named by tests',
    goal: { least },
    now: named.length,
    places: named.map((at): Place => ({ at, what: 'is named' })),
  };
}

/** Those that tests named once and name no more. */
export function lostRequirements(named: readonly string[], before: readonly string[]): Figure {
  const now = new Set(named);
  const places = before.filter((id) => !now.has(id)).map((at): Place => ({ at, what: 'is named by no test any more' }));
  return {
    id: 'requirements-lost',
    measure: 'requirement ids that tests name no more',
    goal: { most: 0 },
    now: places.length,
    note: `of ${before.length}`,
    places,
  };
}
