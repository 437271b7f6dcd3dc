// Pure: docs/contract/api.md lists every event of a run, and no other.
import { readFileSync } from 'node:fs';
import { ATTEMPTS } from '../../src/core/events/attempts.ts';
import { BUDGETS } from '../../src/core/events/budgets.ts';
import { ESCALATIONS } from '../../src/core/events/escalations.ts';
import type { Homes } from '../../src/core/events/home.ts';
import { RECOVERY } from '../../src/core/events/recovery.ts';
import { REDIRECTS } from '../../src/core/events/redirects.ts';
import { RUN } from '../../src/core/events/run.ts';
import { STEPS } from '../../src/core/events/steps.ts';
import type { Event } from '../../src/model/event.ts';
import { SEARCH } from '../../src/topologies/and-or/events.ts';
import { BASE_CASE } from '../../src/topologies/base-case/events.ts';
import { MACHINE } from '../../src/topologies/machine/events.ts';

/** The compiler holds that none is left out. */
const homes: Homes<Event['type']> = {
  ...RUN,
  ...STEPS,
  ...ATTEMPTS,
  ...RECOVERY,
  ...ESCALATIONS,
  ...REDIRECTS,
  ...BUDGETS,
  ...SEARCH,
  ...BASE_CASE,
  ...MACHINE,
};

/** In a cell a name without its subject has that of the one before: `run.paused`, `resumed`. */
function typesIn(cell: string): readonly string[] {
  let subject = '';
  return [...cell.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => {
    if (!name.includes('.')) return `${subject}.${name}`;
    subject = name.replace(/\..*/, '');
    return name;
  });
}

test('the list of events names every type, once', () => {
  const page = readFileSync('docs/contract/api.md', 'utf8');
  const table = /\n\| of +\| types +\|\n.*\n(?<rows>(?:\|.*\n)+)/.exec(page)?.groups?.['rows'] ?? '';
  const listed = table.split('\n').flatMap((row) => typesIn(row.split('|')[2] ?? ''));
  expect(listed.toSorted()).toEqual(Object.keys(homes).toSorted());
});
