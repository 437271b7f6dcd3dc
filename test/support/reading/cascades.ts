/** What is reset, and what must be: the targets and all that depend on them, and nothing else (formal Def 7, R64, R85). */

import { runAgain } from './machine.ts';
import { isSettled, type Now, type StepNow, standingFor } from './now.ts';
import type { Of, Reader } from './reader.ts';
import { withDependents } from './rules.ts';

interface Cascade {
  readonly cause: string;
  /** What has begun or is settled: it must fall. */
  readonly must: ReadonlySet<string>;
  readonly may: ReadonlySet<string>;
  readonly fallen: Set<string>;
  readonly isWhole: boolean;
}

const open = new WeakMap<Reader, Cascade>();

export interface Falling {
  /** Nothing else resets steps in the same breath. */
  readonly isWhole: boolean;
  /** These stay, and what depends on them falls. */
  readonly dependentsOf?: readonly string[];
  /** Of a group that a person decides: what is built on it may fall. */
  readonly beside?: readonly string[];
}

export function beginCascade(reader: Reader, cause: string, from: readonly string[], how: Falling): void {
  closeCascade(reader);
  const { rules, steps } = reader.now;
  const own = how.dependentsOf ?? [];
  const below = own.flatMap((id) => [...withDependents(rules, [id])].filter((other) => other !== id));
  const may = new Set([...withDependents(rules, from), ...below, ...withDependents(rules, how.beside ?? [])]);
  const hasBegun = (step: StepNow | undefined) =>
    step !== undefined && (isSettled(step) || step.isOpen || step.sigma === 'fatal');
  const due = dependentsNow(reader.now, from, own);
  const must = new Set([...due].filter((id) => hasBegun(steps.get(id))));
  open.set(reader, { cause, must, may, fallen: new Set(), isWhole: how.isWhole });
  for (const id of may) if (!must.has(id)) reader.askAgain(id);
}

/** As things stand: an edge that names a group leads to its winner. */
export function dependentsNow(now: Now, from: readonly string[], own: readonly string[] = []): ReadonlySet<string> {
  const fallen = new Set([...from, ...own]);
  for (let before = -1; before < fallen.size; ) {
    before = fallen.size;
    for (const { id, requires, optionalRequires } of now.rules.steps.values()) {
      const edges = [...requires, ...optionalRequires].map((edge) => standingFor(now, edge) ?? edge);
      if (edges.some((edge) => fallen.has(edge))) fallen.add(id);
    }
  }
  for (const id of own) if (!from.includes(id)) fallen.delete(id);
  return fallen;
}

/** A cascade that is told of by its event: exactly these. */
export function beginGiven(reader: Reader, cause: string, given: readonly string[]): void {
  closeCascade(reader);
  open.set(reader, { cause, must: new Set(given), may: new Set(given), fallen: new Set(), isWhole: true });
}

export function closeCascade(reader: Reader): void {
  const cascade = open.get(reader);
  open.delete(reader);
  if (!cascade?.isWhole) return;
  const kept = [...cascade.must].filter((id) => !cascade.fallen.has(id) && reader.now.steps.has(id));
  reader.mustHold(
    kept.length === 0,
    'S3-D7-d',
    `${kept.join(', ')} depends on what ${cascade.cause} resets, and stays as it is`,
  );
}

export function fall(reader: Reader, { step: id, cause }: Of<'step.invalidated'>): void {
  const cascade = open.get(reader);
  if (!cascade) reader.complain('S3-D7-d', `${id} is reset, and nothing resets it (${cause})`);
  else if (cascade.isWhole)
    reader.mustHold(cascade.may.has(id), 'S3-D7-d', `${id} is reset, and does not depend on what ${cause} resets`);
  cascade?.fallen.add(id);
  const step = reader.step(id);
  reader.mustHold(step.token === undefined, 'R27', `${id} is reset while its call goes on`);
  Object.assign(step, { sigma: 'unsatisfied', isOpen: false, token: undefined, made: undefined });
  step.artifact = undefined;
  step.condition = undefined;
  if (reader.now.machine) runAgain(reader.now.machine, id);
  step.granted = undefined;
  step.isInfeasible = false;
  reader.demand('R44', `the question about ${id} is withdrawn`, () => false);
  if (reader.openQuestion(id) === undefined)
    reader.forgive(({ says }) => says === `the question about ${id} is withdrawn`);
}
