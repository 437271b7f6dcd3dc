import type { Store } from '../../ports/store.ts';

/** The parts of the store that take what was paid for; each write stores the same thing twice as once. */
export type PaidStore = Pick<Store, 'artifacts' | 'verdicts' | 'contents' | 'agents'>;

/** Something paid that the database could not take yet: the arguments of what stores it, as plain JSON. */
export type KeptAnswer =
  | { readonly kind: 'artifact'; readonly args: Parameters<Store['artifacts']['save']> }
  | { readonly kind: 'verdict'; readonly args: Parameters<Store['verdicts']['save']> }
  | { readonly kind: 'contents'; readonly args: Parameters<Store['contents']['put']> }
  | { readonly kind: 'turn'; readonly args: Parameters<Store['agents']['save']> }
  | { readonly kind: 'effect'; readonly args: Parameters<Store['agents']['saveEffect']> };

/** Stores it. Throws what the store throws. */
export async function storeKept(
  { artifacts, verdicts, contents, agents }: PaidStore,
  answer: KeptAnswer,
): Promise<unknown> {
  switch (answer.kind) {
    case 'artifact':
      return artifacts.save(...answer.args);
    case 'verdict':
      return verdicts.save(...answer.args);
    case 'contents':
      return contents.put(...answer.args);
    case 'turn':
      return agents.save(...answer.args);
    case 'effect':
      return agents.saveEffect(...answer.args);
  }
}
