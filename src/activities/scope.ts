import { type Binding, bindingOf } from '../domain/and-or/binding.ts';
import { companionIn } from '../domain/and-or/companions.ts';
import type { Definition, StepDefinition } from '../domain/definition/definition.ts';
import { makesJson } from '../domain/scope/makes-json.ts';
import { type Known, type Made, type Names, scopeOf, valueOfText } from '../domain/scope/scope.ts';
import type { ArtifactRecord, CallMaterial, RunRecord } from '../domain/store.ts';
import type { Verdict } from '../domain/verdict.ts';
import { definitionOf } from './definitions.ts';

type Material = Pick<CallMaterial, 'run' | 'document' | 'dependencies'>;

/** What names stand for in a call of a step: the one place that knows (R108). `variables` are those of a machine. */
export function knownTo(material: Material, step: string, variables?: Names): Known {
  const { run, dependencies } = material;
  const { definition } = definitionOf(material, step);
  return knownIn(definition, run, { step, made: dependencies, variables });
}

/** The same of what is asked for no step of the definition. */
export function knownIn(
  definition: Definition,
  run: Pick<RunRecord, 'id' | 'input' | 'specification'>,
  { step, made, variables }: { readonly step: string; readonly made: Accepted; readonly variables?: Names | undefined },
): Known {
  return {
    input: run.input,
    inputSchema: definition.input,
    specification: run.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    runId: run.id,
    step,
    made: Object.fromEntries(Object.entries(made).map(([id, accepted]) => [id, madeBy(definition, id, accepted)])),
    ...(variables && { variables }),
  };
}

/** What expressions of a step may name. */
export function namesFor(material: Material, step: string, variables?: Names): Names {
  return scopeOf(knownTo(material, step, variables));
}

/** What an artifact of a step says as a value: JSON where its media type, its output or its guard make it that. */
export function valueMade(
  definition: Definition,
  id: string,
  { artifact, text }: { readonly artifact: Pick<ArtifactRecord, 'mediaType' | 'step'>; readonly text: string },
): unknown {
  // By the name of a group comes what its winner has made.
  const step = makerIn(definition, artifact.step ?? id);
  return valueOfText(
    text,
    artifact.mediaType.startsWith('application/json') || (step !== undefined && makesJson(step)),
  );
}

function makerIn(definition: Definition, id: string): StepDefinition | undefined {
  return definition.steps.find((each) => each.id === id) ?? companionIn(definition, id);
}

/** What an accepted artifact serves dependents with, under the name of its step or of the group that it won for (R87). */
export function bindingMade(
  definition: Definition,
  id: string,
  { artifact, text }: { readonly artifact: Pick<ArtifactRecord, 'step'>; readonly text: string },
): Binding {
  const maker = artifact.step ?? id;
  return bindingOf({ id: maker, role: makerIn(definition, maker)?.role }, text);
}

type Accepted = Readonly<
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
