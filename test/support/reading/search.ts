/** Groups of alternatives (design 3.1, R51, R85). */
import { isSettled, type Now, newStep, standingFor } from './now.ts';
import { type GroupRead, leavesOf, type Rules, withDependents } from './rules.ts';

/** Which choices a step works for alone: what only they need, and what needs them instead of their group. */
export function choicesServed(rules: Rules, id: string): ReadonlySet<string> {
  const { steps, groups, baseCase } = rules;
  const isChoice = (name: string) => [...groups.values()].some(({ choices }) => choices.includes(name));
  const prepared = steps.get(id)?.probes;
  // What a choice has before it is a part of that choice, also where the group has no other.
  if (prepared !== undefined) return isChoice(prepared) ? new Set([prepared]) : choicesServed(rules, prepared);
  const looked = new Set(leavesOf(baseCase).flatMap(({ on }) => on ?? []));
  const served = new Set<string>();
  const seen = new Set<string>();
  const downwards = (name: string) => {
    for (const edge of steps.get(name)?.requires ?? []) {
      if (seen.has(edge)) continue;
      seen.add(edge);
      if (isChoice(edge)) served.add(edge);
      else if (!groups.has(edge)) downwards(edge);
    }
  };
  downwards(id);
  const needs = (name: string): readonly string[] =>
    [...steps.values()].flatMap((step) =>
      step.requires.includes(name) || step.optionalRequires.includes(name) ? [step.id] : [],
    );
  const upwards = (name: string): ReadonlySet<string> | undefined => {
    const users = needs(name);
    if (users.length === 0 || looked.has(name)) return undefined;
    const found = new Set<string>();
    for (const user of users) {
      if (isChoice(user)) found.add(user);
      else {
        const more = upwards(user);
        if (!more) return undefined;
        for (const one of more) found.add(one);
      }
    }
    return found;
  };
  for (const one of isChoice(id) ? [] : (outwards(upwards(id)) ?? [])) served.add(one);
  return served;

  /** What every choice of a group needs is needed by who needs the group. */
  function outwards(found: ReadonlySet<string> | undefined, depth = 0): ReadonlySet<string> | undefined {
    const whole = found && [...groups.values()].find(({ choices }) => choices.every((choice) => found.has(choice)));
    if (!found || !whole || depth > 4) return found;
    const over = looked.has(whole.id) ? undefined : upwards(whole.id);
    if (!over) return undefined;
    return outwards(new Set([...[...found].filter((one) => !whole.choices.includes(one)), ...over]), depth + 1);
  }
}

/** The group that a step is a choice of. */
export function groupOf({ groups }: Rules, id: string): GroupRead | undefined {
  return [...groups.values()].find(({ choices }) => choices.includes(id));
}

/** The groups that a step depends on as things stand, with how many edges away: an edge that names a group leads to its winner. */
export function groupsUpstream(now: Now, id: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const seen = new Set<string>([id]);
  for (let layer: readonly string[] = [id], far = 1; layer.length > 0; far += 1) {
    const next: string[] = [];
    for (const step of layer) {
      const { requires = [], optionalRequires = [] } = now.rules.steps.get(step) ?? {};
      for (const edge of [...requires, ...optionalRequires]) {
        if (now.rules.groups.has(edge) && !found.has(edge)) found.set(edge, far);
        const behind = standingFor(now, edge);
        if (behind === undefined || seen.has(behind)) continue;
        seen.add(behind);
        next.push(behind);
      }
    }
    layer = next;
  }
  return found;
}

/** It has not failed, and what it needs may still be there. */
function isLeft(now: Now, id: string, choice: string, depth = 0): boolean {
  const group = now.groups.get(id);
  if (group?.failed.has(choice)) return false;
  return depth > 5 || canRun(now, choice, depth + 1);
}

function canRun(now: Now, step: string, depth: number): boolean {
  const { requires = [] } = now.rules.steps.get(step) ?? {};
  return requires.every((edge) => {
    const needed = now.rules.groups.get(edge);
    if (needed) {
      const { winner } = now.groups.get(edge) ?? {};
      return winner !== undefined || needed.choices.some((choice) => isLeft(now, edge, choice, depth));
    }
    const { sigma, artifact } = now.steps.get(edge) ?? {};
    if (sigma === 'waived') return artifact !== undefined;
    const own = groupOf(now.rules, edge);
    return own ? now.groups.get(own.id)?.failed.has(edge) !== true : depth > 5 || canRun(now, edge, depth + 1);
  });
}

/** R85: it is won, not by a person's word, and a choice is left that has not failed. */
export function isSwappable(now: Now, id: string): boolean {
  const group = now.groups.get(id);
  if (group?.winner === undefined || group.forced === group.winner) return false;
  const { choices = [] } = now.rules.groups.get(id) ?? {};
  // Its share of the bound is offered so often, and any number of times where it depends on another group.
  const isOfOthers = choices.some((choice) => groupsUpstream(now, choice).size > 0);
  if (!isOfOthers && group.swaps >= choices.length - 1) return false;
  return choices.some((choice) => choice !== group.winner && isLeft(now, id, choice));
}

function groupsOver(now: Now, group: string): readonly string[] {
  const winner = standingFor(now, group);
  return [group, ...(winner === undefined ? [] : groupsUpstream(now, winner).keys())];
}

/** R85: the groups that may make way because this failed; nothing where the run may swap no more. */
export function swappable(now: Now, failed: readonly string[]): readonly string[] {
  const relevant = new Set(
    failed.flatMap((id) => (now.rules.groups.has(id) ? groupsOver(now, id) : [...groupsUpstream(now, id).keys()])),
  );
  return [...relevant].filter((id) => isSwappable(now, id));
}

export function swapsLeft({ rules, budgets, swaps }: Now): boolean {
  const all = [...rules.groups.values()].reduce((sum, { choices }) => sum + choices.length - 1, 0);
  return swaps < (budgets['maxSwaps'] ?? all);
}

/** R51: of the step's own group, or of that which it works for: a choice that was never tried, or is being tried beside it. */
export function otherChoices(now: Now, id: string, couldRun = true, depth = 0): readonly string[] {
  const own = groupOf(now.rules, id);
  const choices = own ? [id] : [...choicesServed(now.rules, id)];
  const beside = besideChoices(now, choices, couldRun);
  if (beside.length > 0 || depth > 4) return beside;
  return choices.flatMap((choice) => {
    const group = groupOf(now.rules, choice);
    return group && !hasWon(now, group, couldRun) ? waysAround(now, group, couldRun, depth + 1) : [];
  });
}

/** What has won and was undone has to win again, but where it is to be swapped and may not be (R85): `isSure`, then it has won. */
function hasWon(now: Now, { id, choices }: GroupRead, isSure: boolean): boolean {
  const { winner } = now.groups.get(id) ?? {};
  if (winner === undefined) return false;
  const others = choices.filter((other) => other !== winner && isLeft(now, id, other));
  return isSettled(now.steps.get(winner) ?? newStep()) || (isSure && others.length > 0);
}

/** With its last choice a group fails, and with it the choices that need it, where nothing else does: then another one of theirs is left. */
function waysAround(now: Now, group: GroupRead, couldRun: boolean, depth: number): readonly string[] {
  if (leavesOf(now.rules.baseCase).some(({ on }) => on === group.id)) return [];
  const users = [...now.rules.steps.values()].filter(({ requires }) => requires.includes(group.id)).map(({ id }) => id);
  const gone = withDependents(now.rules, group.choices);
  const ways = users
    .filter((id) => counts(now, id))
    .map((id) => otherChoices(now, id, couldRun, depth).filter((other) => !couldRun || !gone.has(other)));
  return ways.some((way) => way.length === 0) ? [] : ways.flat();
}

function besideChoices(now: Now, choices: readonly string[], couldRun: boolean): readonly string[] {
  return choices.flatMap((choice) => {
    const group = groupOf(now.rules, choice);
    const state = group && now.groups.get(group.id);
    if (!group || !state || state.winner !== undefined || !state.taken.has(choice)) return [];
    return group.choices.filter(
      (other) => other !== choice && (couldRun ? isLeft(now, group.id, other) : !state.failed.has(other)),
    );
  });
}

/** Work that is to be done as things stand: not that of choices that are not tried, nor what they alone need. */
export function counts(now: Now, id: string, depth = 0): boolean {
  if (depth > 8) return true;
  const own = groupOf(now.rules, id);
  if (own) return (now.groups.get(own.id)?.taken.has(id) ?? false) && isNeeded(now, own.id, depth);
  const served = [...choicesServed(now.rules, id)];
  return served.length === 0 || served.some((choice) => counts(now, choice, depth + 1));
}

export function isNeeded({ rules, ...now }: Now, group: string, depth: number): boolean {
  if (leavesOf(rules.baseCase).some(({ on }) => on === group)) return true;
  const users = [...rules.steps.values()].filter(({ requires }) => requires.includes(group));
  return users.length === 0 || users.some(({ id }) => counts({ rules, ...now }, id, depth + 1));
}
