/** What a person is told of a machine that does not go on by itself: the moves that were refused, and how it is helped (R88, R89). */
import { nameProblem } from '../../expressions/scope/variables.ts';
import type { MachineState, RefusedMove, Unmet } from '../../model/machine-state.ts';
import { baseCaseOf, type Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import { parseJson, stringifyJson } from '../../text/exact-json.ts';
import { machineIn } from './machine-in.ts';
import { BUILT_IN_VARIABLES } from './variables.ts';

/** Why nothing can be run; without its question. */
export function whyStuck(plan: Plan, run: RunState): string | undefined {
  const found = machineIn(plan, run);
  if (!found) return undefined;
  const { finals } = found.rules;
  const { state, skipped } = found.machine;
  const left = skipped.length > 0 ? ` but for ${skipped.join(', ')}, which ${were(skipped)} given up` : '';
  const end =
    baseCaseOf(plan) !== undefined
      ? 'the base case does not hold'
      : finals.length > 0
        ? `no final state is reached (${finals.join(', ')})`
        : 'that is no end of the machine';
  return `No step can run in ${state}${left}, and ${end}`;
}

function were(steps: readonly string[]): string {
  return steps.length === 1 ? 'was' : 'were';
}

/** The moves that were refused in this state, and the two calls that help, each with a body that can be sent as it is. */
export function helpFor(plan: Plan, run: RunState): string {
  const found = machineIn(plan, run);
  if (!found) return '';
  const { rules, machine } = found;
  const { runId } = run;
  const { refused = [], state } = machine;
  const told = refused.map((move) => ` ${refusalText(state, move)}`).join('');
  const bodies = [variablesBody(machine), stateBody(rules.states, machine)].map((body) => stringifyJson(body));
  return `${told} To help it: POST /v1/runs/${runId}/redirect with ${bodies.join(' or ')}`;
}

function refusalText(from: string, { step, to, unmet = [] }: RefusedMove): string {
  const why = unmet.length === 0 ? `no transition from ${from} leads there` : unmet.map(unmetText).join(', nor ');
  return `The move to ${to} that ${step} asks for was refused: ${why}.`;
}

function unmetText({ condition, saw }: Unmet): string {
  const values = saw.map(({ name, value }) => `${name} is ${value ?? 'not known'}`).join(', ');
  return `\`${condition}\` does not hold${values === '' ? '' : ` (${values})`}`;
}

const DESCRIPTION = 'why';

/** The variables of the newest refusal with what they hold; the person writes what they should. */
function variablesBody({ refused = [] }: MachineState): object {
  const seen = refused.flatMap(({ unmet = [] }) => unmet.flatMap(({ saw }) => saw));
  const known = seen.flatMap(({ name, value }) => {
    const path = name.split('.');
    const own = path[0] === 'context' ? path[1] : path.length === 1 ? path[0] : undefined;
    return own === undefined || isBuiltIn(own) || nameProblem(own) !== undefined
      ? []
      : [[own, asValue(value)] as const];
  });
  const variables = known.length > 0 ? Object.fromEntries(known) : { '<name>': '<value>' };
  return { type: 'bindings_override', description: DESCRIPTION, variables };
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_VARIABLES.some((each) => each === name);
}

/** As it was seen, where it was not cut. */
function asValue(seen: string | undefined): unknown {
  try {
    return seen === undefined ? '<value>' : parseJson(seen);
  } catch {
    return '<value>';
  }
}

function stateBody(states: readonly string[], { refused = [], state }: MachineState): object {
  const to = refused.at(-1)?.to ?? states.find((each) => each !== state) ?? state;
  return { type: 'dag_adjustment', description: DESCRIPTION, state: to };
}
