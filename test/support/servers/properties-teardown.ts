import { SEED_VARIABLE } from '../properties.ts';

/** Says once more, below whatever has failed, how the same cases are played again. */
export default function propertiesTeardown(): void {
  const seed = process.env[SEED_VARIABLE];
  console.log(`\nThe same cases again: ${SEED_VARIABLE}=${seed} npm run properties`);
}
