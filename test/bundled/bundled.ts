import '../../src/topologies/documents.ts';
import { bundledDefinitions } from '../../src/bundled/definitions.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import type { Definition, StepDefinition } from '../../src/definitions/schema/definition.ts';
import type { GuardRegistry } from '../../src/guards/registry.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { OutputFormat } from '../../src/prompts/content-failure.ts';

export interface Bundled {
  readonly definition: Definition;
  readonly plan: Plan;
  readonly warnings: readonly unknown[];
  readonly generations: number;
}

/** A bundled definition, checked and compiled as publishing does it. Throws with every issue when it could not be published. */
export function bundled(name: string, guards: GuardRegistry): Bundled {
  const found = bundledDefinitions().find((definition) => definition.name === name);
  if (!found) throw new Error(`no definition "${name}" is bundled`);
  const checked = checkDefinition(found.document, { guards });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues, undefined, 2));
  const { definition, plan, warnings, bound } = checked;
  const reference = { name, version: 1, digest: 'sha256:0' };
  return { definition, plan: { ...plan, definition: reference }, warnings, generations: bound.generations };
}

export function stepOf({ definition }: Bundled, id: string): StepDefinition {
  const found = definition.steps.find((step) => step.id === id);
  if (!found) throw new Error(`${definition.name} has no step "${id}"`);
  return found;
}

export interface Asked {
  readonly role: string;
  readonly task: string;
  readonly output: OutputFormat;
}

/** What a step asks a model for. */
export function askedBy({ id, generator }: StepDefinition): Asked {
  if (generator.kind !== 'llm' || typeof generator.prompt === 'string') throw new Error(`${id} asks no model by role`);
  const { role = '', task } = generator.prompt;
  return { role, task, output: generator.output ?? {} };
}

/** The run's input that the definition's own schema gives as an example; none where it takes none. */
export function exampleInput({ definition }: Bundled): unknown {
  const { input } = definition;
  const examples: unknown = typeof input === 'object' ? Object(input)['examples'] : undefined;
  return Array.isArray(examples) ? examples[0] : {};
}

/** What the step's guard sees of the artifacts before it, by the names that it knows them by. */
export function seenByGuard(
  { guardArtifacts }: StepDefinition,
  artifacts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (guardArtifacts === undefined) return artifacts;
  const seen = Object.entries(guardArtifacts).map(([name, id]) => [name, artifacts[id] ?? ''] as const);
  return Object.fromEntries(seen);
}
