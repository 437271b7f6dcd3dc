import type { RunState } from '../../model/run-state.ts';

/** The token of the verification that is under way; undefined: none is. */
export function verifying({ own }: RunState): string | undefined {
  return own.baseCase?.token;
}
