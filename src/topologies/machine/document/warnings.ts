import type { CheckOptions } from '../../../definitions/check-options.ts';
import { warnOfAllow } from '../../../definitions/checks/check-allow.ts';
import { warnOfGuards } from '../../../definitions/checks/check-guards.ts';
import { warnOfVariables } from '../../../definitions/checks/check-templates.ts';
import { warnOfNotEffective } from '../../../definitions/checks/not-effective.ts';
import { warnOfEnds } from '../../../definitions/checks/warn-of-ends.ts';
import { warnOfLiterals } from '../../../definitions/checks/warn-of-literals.ts';
import { warnOfFields } from '../../../definitions/checks/warn-of-paths.ts';
import { missingModels } from '../../../definitions/checks/warnings.ts';
import { warnOfSchemas } from '../../../definitions/parse/schema-keywords.ts';
import type { Definition } from '../../../definitions/schema/definition.ts';
import type { Submitted } from '../../../definitions/topology-document.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { listing, suggestion } from '../../../text/nearest.ts';
import { warnOfConditions } from './check-conditions.ts';
import { knownVariables } from './known-variables.ts';
import { inMachine } from './pointers.ts';
import { homesOf, statesReached, type TurnSketch, turnsIn } from './reach.ts';
import { MACHINE, type MachineSketch, sketchMachine } from './sketch.ts';
import { targetsFrom } from './targets.ts';
import { warnOfMachineNames } from './warn-of-names.ts';

/** What a machine may say but its author may not mean; what every definition may, with pointers into the machine. */
export function* machineWarnings(
  { document, subject }: Submitted,
  definition: Definition,
  { guards, defaultModel }: CheckOptions,
): Generator<Issue> {
  const sketch = sketchMachine(document);
  yield* warnOfMachine(sketch);
  yield* warnOfMachineNames(document, subject, sketch);
  const common = [
    ...missingModels(definition, defaultModel),
    ...warnOfAllow(subject, definition),
    ...warnOfNotEffective(subject),
    ...warnOfVariables(subject, knownVariables(document)),
    ...warnOfGuards(subject, guards),
    ...warnOfSchemas(subject),
    ...warnOfLiterals(subject),
    ...warnOfEnds(subject),
    ...warnOfFields(definition, subject),
  ];
  for (const issue of common) yield { ...issue, pointer: inMachine(issue.pointer, document) };
}

/** Of its states, its moves and the steps in them. */
function* warnOfMachine(sketch: MachineSketch): Generator<Issue> {
  yield* unreachable(sketch);
  yield* undeclared(sketch);
  const turns = turnsIn(sketch);
  yield* unreachableSteps(sketch, turns);
  yield* neverEnds(sketch, turns);
  yield* unknownSteps(sketch);
  yield* warnOfConditions(sketch);
  if (sketch.steps.length > 0) return;
  const detail =
    'The machine has no steps, so a run stays where it begins: complete where that is an end, else a person is asked.';
  yield { pointer: '/workflow', code: 'no_steps', detail };
}

/** R53: states that no chain of transitions leads to. */
function* unreachable(sketch: MachineSketch): Generator<Issue> {
  const targets = targetsFrom(sketch);
  const reached = new Set(sketch.initial.map(({ value }) => value));
  for (const from of reached) for (const to of targets.get(from) ?? []) reached.add(to);
  for (const { value, pointer } of sketch.states) {
    if (reached.has(value)) continue;
    const detail = `No transition leads to "${value}", from where the machine begins. Reached: ${listing(reached)}.`;
    yield { pointer, code: 'unreachable_state', detail };
  }
}

type Turns = ReadonlyMap<string, TurnSketch>;

/** R88: steps that no turn comes to, because one before them ends it in each of their states. */
function* unreachableSteps(sketch: MachineSketch, turns: Turns): Generator<Issue> {
  const run = new Set([...turns.values()].flatMap(({ steps }) => steps));
  for (const step of sketch.steps) {
    const endings = homesOf(step, sketch.states).flatMap((state) => turns.get(state)?.ending?.name ?? []);
    if (run.has(step) || endings.length === 0) continue;
    const detail = `This step never runs: before it ${listing(new Set(endings))} ends each turn of its states. Put it first, or give what stands before it a run_if.`;
    yield { pointer: step.pointer, code: 'unreachable_step', detail };
  }
}

/** R88: nothing but a budget ends a run: it has no base case, and comes to no state that is an end. */
function* neverEnds(sketch: MachineSketch, turns: Turns): Generator<Issue> {
  if (sketch.hasBaseCase || sketch.steps.length === 0) return;
  const reached = statesReached(sketch, turns);
  const finals = new Set(sketch.finals.map(({ value }) => value));
  const isEnd = (state: string) => (finals.size > 0 ? finals.has(state) : turns.get(state)?.steps.length === 0);
  if (reached.size === 0 || [...reached].some(isEnd)) return;
  const missing = finals.size > 0 ? `no final state (${listing(finals)})` : 'no state without steps';
  const detail = `Only a budget ends a run: by the moves that its steps ask for and its transitions permit it comes to ${missing}, and it has no base case. It comes to ${listing(reached)}.`;
  yield { pointer: finals.size > 0 ? `${MACHINE}/final_states` : MACHINE, code: 'never_ends', detail };
}

/** A move that is asked for and never permitted is refused in the run (R54). */
function* undeclared(sketch: MachineSketch): Generator<Issue> {
  const targets = targetsFrom(sketch);
  for (const step of sketch.steps) {
    const here = homesOf(step, sketch.states);
    const open = new Set(here.flatMap((state) => [...(targets.get(state) ?? [])]));
    for (const { value, pointer } of step.asks) {
      if (open.has(value)) continue;
      const detail = `No transition from ${listing(here)} to "${value}" is declared, so this move is always refused.`;
      yield { pointer, code: 'undeclared_transition', detail };
    }
  }
}

function* unknownSteps({ traits, steps }: MachineSketch): Generator<Issue> {
  const names = steps.flatMap(({ name }) => name ?? []);
  for (const { value, pointer } of traits.flatMap(({ into }) => into)) {
    if (names.includes(value)) continue;
    const detail = `There is no step "${value}" to inject into.${suggestion(value, names)}`;
    yield { pointer, code: 'unknown_step', detail };
  }
}
