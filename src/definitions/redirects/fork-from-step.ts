import { planGraph } from '../../core/plan-graph.ts';
import { cascade } from '../../model/graph.ts';
import { asksModel, clarificationsIn } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldsOf } from '../../text/fields.ts';
import { listing } from '../../text/nearest.ts';
import { parseNumbers } from '../../text/parse-numbers.ts';
import { type ModelDefinition, mergeModels, modelSchema } from '../schema/model.ts';
import { stepsOf, withSteps } from './revision.ts';
import type { Fork, ForkFrom } from './topology-requests.ts';

/** A fork that makes a step and all that depends on it again, and takes over the rest (R69). */
export function forkFromStep(): Fork {
  return {
    issues: unknownStep,
    place: (_run, { fromStep = '' }) => ({ fromStep }),
    inherited: async () => ({}),
    kept(run, from) {
      const again = madeAgain(run, from);
      const asked = clarificationsIn(run.plan);
      return run.plan.steps.flatMap(({ id }) => (again.has(id) || asked.has(id) ? [] : [id]));
    },
    planned: (_run, _from, compiled) => compiled,
    withModel(run, from, document, model) {
      const again = madeAgain(run, from);
      return withSteps(
        document,
        stepsOf(document).map((step) => withModel(step, model, again)),
      );
    },
  };
}

function madeAgain({ plan }: Run, { fromStep = '' }: ForkFrom): ReadonlySet<string> {
  return cascade(planGraph(plan), [fromStep]);
}

function unknownStep({ plan }: Run, { fromStep, fromTurn }: ForkFrom): readonly Issue[] {
  if (fromTurn !== undefined)
    return [{ pointer: '/fromTurn', code: 'not_supported', detail: 'Only a state machine has turns; give fromStep.' }];
  if (fromStep === undefined)
    return [{ pointer: '/fromStep', code: 'required', detail: 'Name the first step that is made again.' }];
  const ids = plan.steps.filter(({ clarification }) => clarification !== true).map((step) => step.id);
  if (ids.includes(fromStep)) return [];
  const there = ids.length > 0 ? `, but ${listing(ids)}` : '; it has no steps yet';
  const detail = `The run has no step "${fromStep}"${there}.`;
  return [{ pointer: '/fromStep', code: 'unknown_step', detail }];
}

function withModel(step: unknown, model: ModelDefinition, again: ReadonlySet<string>): unknown {
  const fields = fieldsOf(step);
  const { id, generator, model: own } = fields;
  if (!again.has(String(id)) || !asksModel(String(fieldsOf(generator)['kind']))) return step;
  return { ...fields, model: mergeModels([parseNumbers(modelSchema.optional(), own), model]) };
}
