/** Choices: taken in turn or at once, won by the first that passes, swapped when what is built on them fails (R51, R85, R102). */
import type { Event } from '../../../src/model/event.ts';
import { beginGiven, dependentsNow } from './cascades.ts';
import { isSettled } from './now.ts';
import type { Of, Reader } from './reader.ts';
import { withDependents } from './rules.ts';
import { choicesServed, groupOf, groupsUpstream, isSwappable, otherChoices, swappable, swapsLeft } from './search.ts';

type Branching = Extract<Event, { readonly orGroup: string }>;

export function onGroup(reader: Reader, event: Branching): void {
  reader.answersDemand(event);
  switch (event.type) {
    case 'branch.selected':
      return onSelected(reader, event);
    case 'branch.won':
      return onWon(reader, event);
    case 'branch.lost':
      reader.group(event.orGroup).taken.delete(event.choice);
      return;
    case 'branch.failed':
      return onFailedChoice(reader, event);
    case 'branch.swapped':
      return onSwapped(reader, event);
  }
}

function onSelected(reader: Reader, { orGroup, choice, forced }: Of<'branch.selected'>): void {
  const group = reader.group(orGroup);
  const { choices = [], isSpeculative = false } = reader.now.rules.groups.get(orGroup) ?? {};
  reader.mustHold(choices.includes(choice), 'S1-2.4-b', `${choice} is no choice of ${orGroup}`);
  if (forced === true) {
    Object.assign(group, { forced: choice, winner: group.winner === choice ? choice : undefined });
    group.failed.delete(choice);
    group.taken = new Set([choice]);
    return;
  }
  reader.mustHold(!group.failed.has(choice), 'S1-2.4-b', `${choice} is tried again in ${orGroup}, where it has failed`);
  const hasWon = group.winner !== undefined && isSettled(reader.step(group.winner));
  reader.mustHold(
    !hasWon || group.winner === choice,
    'R85',
    `${choice} is tried in ${orGroup}, which ${group.winner} has won`,
  );
  if (group.winner !== undefined) Object.assign(group, { winner: undefined, taken: new Set() });
  if (group.forced !== choice) group.forced = undefined;
  if (!isSpeculative)
    reader.mustHold(
      [...group.taken].every((one) => one === choice || group.failed.has(one) || !reader.step(one).isOpen),
      'S1-7.2.2-a',
      `${choice} is tried beside ${[...group.taken].join(', ')}`,
    );
  group.taken.add(choice);
  // It begins anew, with all that it needs.
  for (const id of reader.now.rules.steps.keys())
    if (withDependents(reader.now.rules, [id]).has(choice)) reader.askAgain(id);
}

function onWon(reader: Reader, { orGroup, choice, cutOff = [] }: Of<'branch.won'>): void {
  const group = reader.group(orGroup);
  const step = reader.step(choice);
  const before = group.winner !== undefined && isSettled(reader.step(group.winner));
  reader.mustHold(
    !before || group.winner === choice,
    'R102',
    `${choice} wins ${orGroup}, which ${group.winner} has won`,
  );
  reader.mustHold(group.taken.has(choice), 'R102', `${choice} wins ${orGroup} without being tried`);
  reader.mustHold(isSettled(step), 'R102', `${choice} wins ${orGroup} and has not passed`);
  group.winner = choice;
  group.last = choice;
  for (const other of cutOff) group.taken.delete(other);
  group.taken = new Set([choice]);
}

function onFailedChoice(reader: Reader, { orGroup, choice, last }: Of<'branch.failed'>): void {
  const group = reader.group(orGroup);
  const { choices = [] } = reader.now.rules.groups.get(orGroup) ?? {};
  const left = choices.filter((other) => other !== choice && !group.failed.has(other));
  reader.mustHold(
    (last === true) === (left.length === 0) || last === true,
    'R51',
    `${choice} is the last of ${orGroup}, and is not told so`,
  );
  if (last === true && group.forced === undefined)
    reader.mustHold(
      left.length === 0,
      'R51',
      `${choice} is said to be the last of ${orGroup}, and ${left.join(', ')} is left`,
    );
  if (last === true) reader.now.exhausted = choice;
  reader.askAgain(choice);
  group.failed.add(choice);
  if (last !== true) group.taken.delete(choice);
  if (group.winner === choice) group.winner = undefined;
}

function onSwapped(reader: Reader, event: Of<'branch.swapped'>): void {
  const { orGroup, from, to, swap, cause, reset, renewed = [] } = event;
  const { now } = reader;
  const group = reader.group(orGroup);
  reader.mustHold(
    (group.winner ?? group.last) === from,
    'R85',
    `${orGroup} is swapped from ${from}, and ${group.winner ?? 'nothing'} has won`,
  );
  reader.mustHold(!group.failed.has(to) && to !== from, 'R85', `${orGroup} is swapped to ${to}, which has failed`);
  reader.mustHold(group.forced !== from, 'R85', `${orGroup} is swapped although a person has forced ${from}`);
  if (swap !== undefined) {
    reader.mustHold(swapsLeft(now), 'R85', `${orGroup} is swapped once too often`);
    now.swaps += 1;
    group.swaps += 1;
    reader.mustHold(swap === now.swaps, 'R85', `swap ${swap} is the ${now.swaps}th`);
  } else if ('step' in cause && now.allowsBacktrack === cause.step) {
    reader.step(cause.step).backtracks += 1;
    now.allowsBacktrack = undefined;
  }
  if ('step' in cause) {
    // What is unresolved may be a group: then one of its choices depends on the one that is swapped.
    const failed = now.rules.groups.get(cause.step)?.choices ?? [cause.step];
    const relevant = failed.some((id) => groupsUpstream(now, id).has(orGroup) || isOwn(reader, id, orGroup));
    reader.mustHold(relevant, 'R85', `${cause.step} failed, which does not depend on ${orGroup}`);
  }
  checkReset(reader, orGroup, to, reset);
  group.failed.add(from);
  group.winner = undefined;
  group.taken = new Set([to]);
  for (const { orGroup: id, choices } of renewed) {
    const other = reader.group(id);
    for (const choice of choices) {
      other.failed.delete(choice);
      other.taken.delete(choice);
    }
    if (other.winner !== undefined && choices.includes(other.winner)) other.winner = undefined;
  }
  beginGiven(reader, orGroup, reset);
}

/** The failed step is one of the group's choices, or works for one. */
function isOwn(reader: Reader, step: string, orGroup: string): boolean {
  const { choices = [] } = reader.now.rules.groups.get(orGroup) ?? {};
  return choices.some(
    (choice) =>
      withDependents(reader.now.rules, [step]).has(choice) || withDependents(reader.now.rules, [choice]).has(step),
  );
}

/** Exactly the steps that depend on the group; what the new choice has in common with the old one stays. */
function checkReset(reader: Reader, orGroup: string, to: string, reset: readonly string[]): void {
  const { rules } = reader.now;
  const { choices = [] } = rules.groups.get(orGroup) ?? {};
  const may = withDependents(rules, choices);
  for (const id of reset)
    reader.mustHold(
      may.has(id) || worksFor(reader, id, choices),
      'R85',
      `${id} is reset by a swap of ${orGroup}, and does not depend on it`,
    );
  const direct = [...rules.steps.values()].filter(({ requires, optionalRequires }) =>
    [...requires, ...optionalRequires].includes(orGroup),
  );
  const must = dependentsNow(
    reader.now,
    direct.map(({ id }) => id),
  );
  for (const id of must) {
    const step = reader.step(id);
    const hasBegun = isSettled(step) || step.isOpen || step.sigma === 'fatal';
    reader.mustHold(
      !hasBegun || reset.includes(id) || id === to,
      'R85',
      `${id} depends on ${orGroup}, and a swap leaves it as it is`,
    );
  }
}

function worksFor(reader: Reader, id: string, choices: readonly string[]): boolean {
  const below = withDependents(reader.now.rules, [id]);
  return choices.some((choice) => below.has(choice));
}

interface Asked {
  readonly rule: string;
  readonly says: string;
}

/** Before a person is asked or the run fails because `id` failed, another choice is taken or a group swapped (R51, R85). */
export function wayOut(
  reader: Reader,
  id: string,
  { rule, says }: Asked,
  meets: (event: Event) => boolean,
  { isHarmless = false }: { readonly isHarmless?: boolean } = {},
): void {
  const { now } = reader;
  const others = otherChoices(now, id);
  const swaps = isHarmless || !swapsLeft(now) ? [] : waysToSwap(reader, id);
  // A choice that could not run may be taken all the same, and be found to.
  const isLoose = otherChoices(now, id, false).length > 0;
  if (others.length === 0 && swaps.length === 0) {
    reader.demand(
      rule,
      says,
      (later) => meets(later) || later.type === 'branch.swapped' || (isLoose && later.type === 'branch.failed'),
    );
    return;
  }
  const ways = [...others, ...swaps].join(', ');
  reader.demand('R85', `before this: ${says}, ${ways} is left to take`, (later) => {
    if (later.type === 'branch.failed') return others.length > 0 || isLoose;
    return later.type === 'branch.swapped';
  });
}

function waysToSwap(reader: Reader, id: string): readonly string[] {
  const { now } = reader;
  const choices = groupOf(now.rules, id) ? [id] : [...choicesServed(now.rules, id)];
  const won = choices.flatMap((choice) => {
    const own = groupOf(now.rules, choice)?.id ?? '';
    return now.groups.get(own)?.winner === choice && isSwappable(now, own) ? [own] : [];
  });
  return [...new Set([...swappable(now, [id]), ...won])];
}
