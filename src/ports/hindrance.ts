import type { OutsideWork } from '../model/plan.ts';
import type { CallWait } from './store/waits.ts';

/** What a call does that does not go on; `other`: it stores, or asks a condition. */
export type HinderedWork = 'generate' | 'judge' | 'other';

/** What keeps a run from going on that no event of its log says: the engine alone knows it. Times in milliseconds since the epoch. */
export type Hindrance =
  | { readonly kind: 'engine_away'; readonly detail: string }
  | { readonly kind: 'no_worker'; readonly detail: string }
  /** Nobody polls the task queue of what the definition asks outside. */
  | { readonly kind: 'no_outside_worker'; readonly outside: OutsideWork }
  /** Its workflow task fails each time it is tried (R92). */
  | { readonly kind: 'run_stuck'; readonly reason: string }
  /** All that the workers may do at once is being done. */
  | { readonly kind: 'no_slot'; readonly work: HinderedWork; readonly outside?: OutsideWork }
  /** Its model must not be asked now; `steps` wait for that. */
  | {
      readonly kind: 'waiting';
      readonly work: HinderedWork;
      readonly steps: readonly string[];
      readonly wait: Omit<CallWait, 'token'>;
    }
  /** `tries` have failed, the last with `error`. `nextAt` is left out while the next try is under way. */
  | {
      readonly kind: 'retrying';
      readonly work: HinderedWork;
      /** Of the calls that failed so; left out where that is not known. */
      readonly steps?: readonly string[];
      readonly tries: number;
      readonly error: string;
      readonly nextAt?: number;
      readonly outside?: OutsideWork;
    };
