import { LRUCache } from 'lru-cache';
import { type ReadDefinition, readDefinition } from '../definitions/compile/read.ts';
import { documentDigest } from '../definitions/document-digest.ts';
import { stepIn } from '../definitions/scope/step-in.ts';
import type { CallMaterial } from '../ports/store/calls.ts';

const read = new LRUCache<string, ReadDefinition>({ max: 100 });

/** The run's definition and the step of a call. A document in the store was checked when it was published. */
export function definitionOf({ run, document }: Pick<CallMaterial, 'run' | 'document'>, step: string) {
  const digest = documentDigest(run);
  const { name, version } = run.definition;
  const whole = read.get(digest) ?? readDefinition(document);
  if (!whole) throw new Error(`${name} v${version} cannot be read`);
  read.set(digest, whole);
  const { definition } = whole;
  const found = stepIn(definition, step);
  if (!found) throw new Error(`${name} v${version} has no step ${step}`);
  return { ...whole, step: found };
}
