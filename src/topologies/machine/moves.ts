import { knownIn, valueMade } from '../../definitions/scope/known.ts';
import type { MadeText, NamedCall, OwnNames, StepCall, TopologyMoves } from '../../definitions/topology-work.ts';
import { type Names, scopeOf } from '../../expressions/scope/scope.ts';
import { decisionOf } from '../../prompts/decision.ts';
import { fieldsOf } from '../../text/fields.ts';
import { mayMove } from './conditions.ts';
import { ruleDecision } from './fallback.ts';
import { variableDigests } from './shown.ts';
import { variablesFrom, variablesIn } from './stored-variables.ts';
import { builtInVariables } from './variables.ts';

/** The variables: the eleven, the document's, the run's input, and what code has set, each over the one before (R70). */
export function variablesOf(
  { input: { step, machine: facts }, material, read }: StepCall,
  texts: ReadonlyMap<string, string>,
): OwnNames | undefined {
  if (!read.machine || !facts) return undefined;
  const set = variablesFrom(variableDigests(facts), texts);
  const { id: runId, input } = material.run;
  const builtIn = builtInVariables({ runId, step, facts, texts });
  return { all: { ...builtIn, ...read.machine.variables, ...fieldsOf(input), ...set }, set };
}

/** What the conditions of a machine say when one of its steps is judged (R71). */
export function movesOf(call: NamedCall, made: MadeText): TopologyMoves | undefined {
  const { names, read } = call;
  const { step: id, machine: facts } = call.input;
  const { definition, machine, step } = read;
  if (!machine || !facts || !names) return undefined;
  // What code has just set decides about the move that follows it.
  const scope = scopeFor(
    call,
    step.generator.kind === 'code' ? { ...names.all, ...variablesIn(made.text) } : names.all,
  );
  const own = valueMade(definition, id, made);
  const roots = ['artifact', 'binding', 'deps'].map((root) => [root, { ...Object(scope[root]), [id]: own }]);
  const { map = {}, transitionTo } = machine.steps.get(id) ?? {};
  const may = (to: string, found: object) =>
    mayMove(machine, facts.state, to, { ...scope, ...Object.fromEntries(roots), ...found });
  return {
    permitted: new Set([...new Set(Object.values(map))].filter((to) => may(to, {}).truth)),
    asked(data) {
      const to = transitionTo ?? decisionOf(made.text, map)?.to;
      if (to === undefined) return undefined;
      const found = { verdict: { ...Object(scope['verdict']), [id]: data ?? {} } };
      const { truth: permitted, notes, unmet } = may(to, found);
      return { move: { to, permitted, ...(unmet && { unmet }) }, notes };
    },
  };
}

/** Where a rule sends the machine in the place of a model (S2x-2). Undefined of any other step, and where no answer is permitted. */
export function ruleAnswer(call: NamedCall): string | undefined {
  const { step, machine: facts } = call.input;
  const { machine } = call.read;
  const found = machine?.steps.get(step);
  if (!machine || !facts || found?.type !== 'transition') return undefined;
  const scope = scopeFor(call, call.names?.all);
  return ruleDecision(step, facts, Object.keys(found.map), (answer) => {
    const to = found.map[answer];
    return to !== undefined && mayMove(machine, facts.state, to, scope).truth;
  });
}

function scopeFor({ input: { step }, material: { run, dependencies }, read }: NamedCall, variables?: Names): Names {
  return scopeOf(knownIn(read.definition, run, { step, made: dependencies, variables }));
}
