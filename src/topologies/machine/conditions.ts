import { evidenceOf } from '../../expressions/condition-evidence.ts';
import { type Truth, truthOf } from '../../expressions/evaluate.ts';
import { explainFalse } from '../../expressions/explain.ts';
import { MOST_UNMET, type Unmet } from '../../model/machine-state.ts';
import { stringifyJson } from '../../text/exact-json.ts';
import { cut } from '../../text/text.ts';
import { ANY_STATE } from './document/any-state.ts';
import type { MachineDefinition, Transition } from './document/definition.ts';
import type { ConditionDefinition } from './document/step-document.ts';

type Scope = Readonly<Record<string, unknown>>;

/** Whether it may be made, and what could not be answered about it or speaks against it. */
interface Move {
  readonly truth: boolean;
  readonly notes: readonly string[];
  /** The conditions that do not hold, where one has to. */
  readonly unmet?: readonly Unmet[];
}

/**
 * Whether the machine may move from one state to another now: a declared transition leads there whose condition holds, or none is declared
 * at all. To stay is no move, unless a transition from the state to itself is declared, which then decides. A condition that cannot be
 * calculated is false and noted (R37, R109).
 */
export function mayMove({ transitions }: MachineDefinition, from: string, to: string, scope: Scope): Move {
  const ways = transitions.filter((one) => one.to === to && leaves(one, from));
  if (ways.length === 0) return { truth: transitions.length === 0 || from === to, notes: [] };
  const found = ways.map(({ condition }) => holds(condition, scope));
  if (found.some(({ truth }) => truth === true)) return { truth: true, notes: [] };
  const notes = new Set(
    found.flatMap((one, at) => [...one.notes, ...explainFalse(textOf(ways[at]?.condition), scope)]),
  );
  return {
    truth: false,
    notes: [...notes].map((note) => `the condition for moving to ${to}: ${note}`),
    unmet: ways.slice(0, MOST_UNMET).map(({ condition }) => unmetBy(condition, scope)),
  };
}

const LONGEST_CONDITION = 200;
const LONGEST_VALUE = 80;
const MOST_NAMES = 8;

/** What a person is told of a condition that does not hold: short, for it travels with events. */
function unmetBy(condition: ConditionDefinition | undefined, scope: Scope): Unmet {
  const text = textOf(condition);
  const { names } = evidenceOf(text, scope, []);
  return {
    condition: cut(text, LONGEST_CONDITION),
    saw: names.slice(0, MOST_NAMES).map(({ name, value }) => ({
      name: cut(name, LONGEST_VALUE),
      ...(value !== undefined && { value: cut(stringifyJson(value) ?? '', LONGEST_VALUE) }),
    })),
  };
}

function textOf(condition: ConditionDefinition | undefined): string {
  return String(typeof condition === 'object' ? condition.fallback : condition);
}

function leaves({ from }: Pick<Transition, 'from'>, state: string): boolean {
  return from.includes(state) || from.includes(ANY_STATE);
}

/** What is asked outside of the run counts as its fallback (S2x-3). */
function holds(condition: ConditionDefinition | undefined, scope: Scope): Truth {
  if (condition === undefined) return { truth: true, notes: [] };
  if (typeof condition === 'string') return truthOf(condition, scope);
  const { fallback } = condition;
  return typeof fallback === 'boolean' ? { truth: fallback, notes: [] } : truthOf(fallback, scope);
}
