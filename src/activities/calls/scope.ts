import { knownIn } from '../../definitions/scope/known.ts';
import { type Known, type Names, scopeOf } from '../../expressions/scope/scope.ts';
import type { CallMaterial } from '../../ports/store.ts';
import { definitionOf } from '../definitions.ts';

type Material = Pick<CallMaterial, 'run' | 'document' | 'dependencies'>;

/** What names stand for in a call of a step: the one place that knows (R108). `variables` are those of a machine. */
export function knownTo(material: Material, step: string, variables?: Names): Known {
  const { run, dependencies } = material;
  const { definition } = definitionOf(material, step);
  return knownIn(definition, run, { step, made: dependencies, variables });
}

/** What expressions of a step may name. */
export function namesFor(material: Material, step: string, variables?: Names): Names {
  return scopeOf(knownTo(material, step, variables));
}
