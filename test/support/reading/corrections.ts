/** What a redirect changes of what the reader knows (R10, R48, R89). */
import type { Variables } from '../random/machine-documents.ts';
import { beginCascade, closeCascade } from './cascades.ts';
import type { MachineNow } from './machine.ts';
import { type GroupNow, newStep } from './now.ts';
import type { Of, Reader } from './reader.ts';
import { rulesOf } from './rules.ts';

/** R10, S1-2.4-b: in a new epoch of the Trail nothing has failed; what has not won is open again, whoever chose it. */
function beginAnew(group: GroupNow): void {
  group.failed.clear();
  if (group.winner !== undefined) return;
  group.forced = undefined;
  group.taken.clear();
}

/** R89: variables by name count until code sets them again; a move discards the turn. */
function correctMachine({ moment }: Reader, machine: MachineNow): void {
  const { input } = moment;
  if (input?.kind !== 'redirect' || input.variables === undefined) return;
  const given = JSON.parse(input.variables.digest.slice('sha256:'.length)) as Partial<Variables>;
  machine.variables = { ...machine.variables, ...given };
  machine.isCorrected = true;
}

export function onRedirect(reader: Reader, event: Of<'run.redirected'>): void {
  const { now, moment } = reader;
  closeCascade(reader);
  for (const id of event.removed) {
    const { epoch, backtracks } = reader.step(id);
    now.gone.set(id, { epoch, backtracks });
    now.steps.delete(id);
    for (const group of now.groups.values()) {
      group.taken.delete(id);
      group.failed.delete(id);
      if (group.winner === id) group.winner = undefined;
    }
  }
  if (event.trailCleared) for (const group of now.groups.values()) beginAnew(group);
  if (now.machine) return correctMachine(reader, now.machine);
  now.rules = rulesOf(moment.document);
  for (const id of now.rules.steps.keys())
    if (!now.steps.has(id)) now.steps.set(id, { ...newStep(), ...now.gone.get(id) });
  const { input } = moment;
  if (input?.kind !== 'redirect') return;
  const overridden = Object.keys(input.bindings ?? {});
  const reset = input.reset ?? [];
  const forced = now.rules.groups.get(input.force?.orGroup ?? '')?.choices ?? [];
  // What has won is chosen by a person, too, where a person says so (R85).
  if (input.force) reader.group(input.force.orGroup).forced = input.force.choice;
  beginCascade(reader, event.redirectId, reset, { isWhole: true, dependentsOf: overridden, beside: forced });
  now.hasPassed = false;
}
