import { type Binding, bindingOf } from '../../expressions/scope/binding.ts';
import { type Known, type Made, type Names, valueOfText } from '../../expressions/scope/scope.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import type { Definition } from '../schema/definition.ts';
import { makesJson } from './makes-json.ts';
import { stepIn } from './step-in.ts';

/** What names stand for in a run: for a call of a step, or for what is asked for no step of the definition (R108). */
export function knownIn(
  definition: Definition,
  run: Pick<RunRecord, 'id' | 'input' | 'specification' | 'createdAt'>,
  { step, made, variables }: { readonly step: string; readonly made: Accepted; readonly variables?: Names | undefined },
): Known {
  return {
    input: run.input,
    inputSchema: definition.input,
    specification: run.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    runId: run.id,
    startedAt: run.createdAt,
    step,
    made: Object.fromEntries(Object.entries(made).map(([id, accepted]) => [id, madeBy(definition, id, accepted)])),
    ...(variables && { variables }),
  };
}

/** What an artifact of a step says as a value: JSON where its media type, its output or its guard make it that. */
export function valueMade(
  definition: Definition,
  id: string,
  { artifact, text }: { readonly artifact: Pick<ArtifactRecord, 'mediaType' | 'step'>; readonly text: string },
): unknown {
  // By the name of a group comes what its winner has made.
  const step = stepIn(definition, artifact.step ?? id);
  return valueOfText(
    text,
    artifact.mediaType.startsWith('application/json') || (step !== undefined && makesJson(step)),
  );
}

/** What an accepted artifact serves dependents with, under the name of its step or of the group that it won for (R87). */
export function bindingMade(
  definition: Definition,
  id: string,
  { artifact, text }: { readonly artifact: Pick<ArtifactRecord, 'step'>; readonly text: string },
): Binding {
  const maker = artifact.step ?? id;
  return bindingOf({ id: maker, role: stepIn(definition, maker)?.role }, text);
}

/** What was accepted, by the ids that names give it. */
export type Accepted = Readonly<
  Record<string, { readonly artifact: ArtifactRecord; readonly text: string; readonly verdict?: Verdict }>
>;

function madeBy(definition: Definition, id: string, accepted: Accepted[string]): Made {
  const facts = accepted.verdict?.data;
  return {
    text: accepted.text,
    value: valueMade(definition, id, accepted),
    binding: bindingMade(definition, id, accepted),
    ...(facts !== undefined && { facts }),
  };
}
