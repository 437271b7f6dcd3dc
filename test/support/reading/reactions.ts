/** What must follow a rejected attempt, as something that the reader then waits for. */
import type { Event } from '../../../src/model/event.ts';
import { wayOut } from './groups.ts';
import { type StepNow, standingFor } from './now.ts';
import type { Reader } from './reader.ts';
import type { Read } from './rejections.ts';
import { counts, isSwappable } from './search.ts';

/** Fatal asks at once (R15); in a group another choice may be taken first. */
export function onFatal(reader: Reader, id: string): void {
  reader.demand('R15', `a person is asked about ${id}, whose guard said fatal`, (later) => {
    if (later.type === 'branch.failed') return true;
    // Of what works for nothing that is tried any question may be the one.
    if (later.type === 'escalation.opened' && !counts(reader.now, id)) return true;
    return later.type === 'escalation.opened' && later.kind === 'fatal' && later.step === id;
  });
}

export function demandReaction(reader: Reader, id: string, { reaction, stagnation }: Read, step: StepNow): void {
  if (stagnation) {
    const { action, isWarning } = stagnation;
    const isSame = (later: Event) =>
      later.type === 'stagnation.detected' &&
      later.step === id &&
      (later.action === action || reader.now.rules.topology === 'and-or');
    if (!isWarning || !step.isWarned) reader.demand('R17', `${id} goes in circles (${action})`, isSame);
    if (isWarning) step.isWarned = true;
  }
  switch (reaction.does) {
    case 'refine':
      return;
    case 'climb':
      reader.demand('R77', `${id} climbs`, (later) => later.type === 'ladder.climbed' && later.step === id);
      return;
    case 'backtrack': {
      return demandBacktrack(reader, id, reaction.targets);
    }
    case 'skip':
      return wayOut(
        reader,
        id,
        { rule: 'R34', says: `${id} is skipped` },
        (later) =>
          later.type === 'step.waived' &&
          later.step === id &&
          (later.asks === true || reader.now.machine?.read.steps.get(id)?.to === undefined),
        { isHarmless: true },
      );
    case 'ask':
      return wayOut(
        reader,
        id,
        { rule: 'R4', says: `a person is asked about ${id}: ${reaction.kind}` },
        (later) =>
          later.type === 'escalation.opened' &&
          later.step === id &&
          (later.kind === reaction.kind || later.kind === 'or_exhausted'),
      );
    case 'fail':
      return wayOut(
        reader,
        id,
        { rule: 'R34', says: `the run fails for ${id}: ${reaction.code}` },
        (later) =>
          (later.type === 'run.closed' || later.type === 'run.failing') && later.failure?.code === reaction.code,
      );
  }
}

/** R85: of a group that is named another choice is taken while one is left, else its winner is made again. */
function demandBacktrack(reader: Reader, id: string, targets: readonly string[]): void {
  const { now } = reader;
  const swaps = targets.filter((target) => isSwappable(now, target));
  const due = targets.filter((target) => !swaps.includes(target)).map((target) => standingFor(now, target) ?? target);
  const told = [...new Set(due)].toSorted().join();
  const isGroup = targets.some((target) => now.rules.groups.has(target));
  if (swaps.length === 0)
    return reader.demand(
      'R20',
      `${id} goes back to ${told}`,
      (later) =>
        later.type === 'backtrack.started' &&
        later.step === id &&
        (isGroup || [...later.targets].toSorted().join() === told),
    );
  for (const group of swaps)
    reader.demand(
      'R85',
      `${id} goes back to ${group}, which takes another choice`,
      (later) => later.type === 'branch.swapped' && later.orGroup === group,
    );
  reader.now.allowsBacktrack = id;
}
