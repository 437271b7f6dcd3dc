import type { RedirectBody } from '../../../definitions/redirects/body.ts';
import type { TopologyRedirects } from '../../../definitions/topology-document.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import type { RunRecord } from '../../../ports/store/runs.ts';
import { listing, suggestion } from '../../../text/nearest.ts';
import { rulesIn } from '../machine-in.ts';
import { variablesOf } from '../sets-variables.ts';
import { variablesProblem } from '../stored-variables.ts';
import { givenVariableIssues } from './given-variables.ts';

/** What redirects may change of a state machine (R89). */
export const machineRedirects: TopologyRedirects = {
  takes: ['state', 'variables', 'objective'],
  noGraph: 'A state machine has no graph of steps to adjust; give the state to move to.',
  check: unknownInMachine,
  /** What takes the place of what code has set must be such. */
  contentProblem: (plan, step, text) => (variablesOf(plan, step).variables ? variablesProblem(text) : undefined),
};

/** States and variables that a machine has. */
function* unknownInMachine(
  { plan, input }: Pick<RunRecord, 'plan' | 'input'>,
  document: unknown,
  body: RedirectBody,
): Generator<Issue> {
  const { states } = rulesIn(plan);
  if (body.type === 'dag_adjustment' && body.state !== undefined && !states.includes(body.state)) {
    const detail = `There is no state "${body.state}".${suggestion(body.state, states)} States: ${listing(states)}.`;
    yield { pointer: '/state', code: 'unknown_state', detail };
  }
  if (body.type === 'bindings_override' && body.variables) yield* givenVariableIssues(document, input, body.variables);
}
