import { limitsOf } from '../../../definitions/schema/budgets.ts';
import type { Objective } from '../../../definitions/schema/objective.ts';
import { namesInExpression } from '../../../expressions/names-in.ts';
import type { Budgets, Compiled, PlanBase, StepPlan } from '../../../model/plan.ts';
import { compileBaseCase, compileVerification } from '../../base-case/compile.ts';
import { limitsAmong } from '../../base-case/objective.ts';
import { mostPerTurn } from '../per-turn.ts';
import type { MachineDefinition } from './definition.ts';

/** R72: what a machine has where its document sets no other limit. */
const DEFAULTS: Partial<Budgets> = { maxIterations: 20, maxStall: 3 };

/**
 * The plan of a state machine, from that of its steps: which states they run in, which artifacts they are given if there are any (a
 * step may see its own of an earlier turn), and the bound of R76.
 */
export function compileMachine(
  plan: Omit<PlanBase, 'definition'>,
  machine: MachineDefinition,
  objective: Objective = {},
): Compiled {
  const asked = stepsInConditions(machine);
  const steps = plan.steps.map((step) => machineStep(step, machine, asked));
  const { baseCase } = objective;
  const budgets = { ...DEFAULTS, ...limitsOf(limitsAmong(objective)), ...plan.budgets };
  const perTurn = mostPerTurn(machine.states, steps);
  return {
    ...plan,
    topology: 'machine',
    steps,
    goal: plan.goal.filter((id) => steps.every((step) => step.id !== id || step.clarification !== true)),
    budgets,
    bound: perTurn * (budgets.maxIterations ?? 0),
    ...(baseCase !== undefined && {
      baseCase: compileBaseCase(baseCase),
      verification: compileVerification(baseCase),
    }),
    machine: {
      states: machine.states,
      initial: machine.initial,
      finals: machine.finals,
      endsAsDeclared: true,
      transitions: machine.transitions.map(({ from, to, condition }) => ({
        from,
        to,
        ...(condition !== undefined && { conditional: true as const }),
      })),
      perTurn,
    },
  };
}

function machineStep(step: StepPlan, machine: MachineDefinition, asked: readonly string[]): StepPlan {
  const { inStates, type } = machine.steps.get(step.id) ?? {};
  if (step.clarification === true) return step;
  return {
    ...step,
    requires: [],
    optionalRequires: [...new Set([...step.requires, ...step.optionalRequires, ...asked])],
    ...(inStates && { inStates }),
    ...(type === 'transition' && { decides: true as const }),
  };
}

/** The steps whose artifacts or verdicts decide a move: any step may be the one after which it is asked for. */
function stepsInConditions({ transitions, steps }: MachineDefinition): readonly string[] {
  const texts = transitions.flatMap(({ condition }) => {
    const text = typeof condition === 'object' ? condition.fallback : condition;
    return typeof text === 'string' ? [text] : [];
  });
  const names = texts.flatMap(namesInExpression);
  return [
    ...new Set(names.flatMap(([root = '', step = '']) => (ROOTS.includes(root) && steps.has(step) ? [step] : []))),
  ];
}

const ROOTS: readonly string[] = ['artifact', 'binding', 'deps', 'verdict'];
