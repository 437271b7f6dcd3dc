import type { StepSketch } from '../parse/sketch.ts';

export interface Edges {
  /** Steps whose artifact must be there. */
  readonly requires: readonly string[];
  /** Steps that must be settled (R61). */
  readonly optionalRequires: readonly string[];
}

/**
 * The data edges of a step of a checked definition (R64). What `guardArtifacts`, templates and `when` name is required, unless
 * `optionalRequires` names it: then the step runs without it, too.
 */
export function edgesOf(step: StepSketch, ids: ReadonlySet<string>): Edges {
  const required = valuesOf(step.requires);
  const optional = [...valuesOf(step.optionalRequires)].filter((id) => !required.has(id));
  for (const id of [...valuesOf(step.guardArtifacts), ...step.names.map((name) => name.step)]) {
    if (ids.has(id) && !optional.includes(id)) required.add(id);
  }
  return { requires: [...required], optionalRequires: optional };
}

function valuesOf(references: readonly { readonly value: string }[]): Set<string> {
  return new Set(references.map((reference) => reference.value));
}
