import type { GenerateOutput } from '../../ports/calls.ts';
import { artifactRecord } from '../artifact-record.ts';
import type { GenerateDependencies, Making } from './generation.ts';

/**
 * A seeded artifact takes the place of a step's first attempt. It is judged like one, unless the same definition accepted it for
 * this step before (R69).
 */
export async function takeSeed(
  { store }: Pick<GenerateDependencies, 'store'>,
  generation: Making,
  seedId: string,
): Promise<GenerateOutput> {
  const { input, material } = generation;
  const seed = await store.artifacts.find(seedId);
  if (!seed) throw new Error(`the seed ${seedId} of ${input.step} is not in the store`);
  const text = (await store.contents.get([seed.digest])).get(seed.digest) ?? '';
  const { mediaType } = seed;
  const { run } = material;
  const made = artifactRecord(generation, text, { mediaType, source: 'imported' });
  const record = { ...made, parents: [...made.parents, { artifactId: seedId, relation: 'reused' as const }] };
  const { id: artifactId, digest, usage, source } = await store.artifacts.save(record, [text]);
  const taken = { kind: 'generated', token: input.token, artifactId, digest, usage, source } as const;
  if (run.waived?.includes(input.step)) return { ...taken, waived: true };
  // In a machine the guard also says where to go. A fork takes over what its origin has accepted; any other seed must have passed under this very definition.
  const accepted =
    input.machine === undefined &&
    (run.forkedFrom !== undefined ||
      (run.revision === undefined &&
        (await store.artifacts.acceptedBefore(seedId, input.step, run.definition.digest))));
  return { ...taken, ...(accepted && { accepted }) };
}
