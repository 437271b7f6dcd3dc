import { randomInt } from 'node:crypto';
import { SEED_VARIABLE } from '../properties.ts';

/** Draws the seed of all properties, unless somebody names the one of an earlier run. */
export default function propertiesSetup(): void {
  process.env[SEED_VARIABLE] ??= `${randomInt(2 ** 31)}`;
  const seed = process.env[SEED_VARIABLE];
  if (!/^-?\d+$/.test(seed))
    throw new Error(
      `${SEED_VARIABLE} is "${seed}", which is no integer. Leave it out, or name the seed of an earlier run.`,
    );
  console.log(`\nEvery property with seed ${seed}. The same again: ${SEED_VARIABLE}=${seed} npm run properties`);
}
