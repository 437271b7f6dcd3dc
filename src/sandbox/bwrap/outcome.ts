import { constants } from 'node:os';
import type { Ending } from '../sandbox.ts';

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/**
 * What a program's exit code says when something between it and us has waited for it: like a shell, that adds 128 to the number of the
 * signal that ended the program, and is itself the only one that anybody outside can reach. A program that exits with such a code by
 * itself is taken for signalled.
 */
export function outcomeOf(ending: Ending): Ending {
  const signal = ending.kind === 'exited' ? SIGNALS.get(ending.code - 128) : undefined;
  if (signal === undefined) return ending;
  if (signal === 'SIGXCPU') return { kind: 'exceeded', bound: 'cpu' };
  if (signal === 'SIGXFSZ') return { kind: 'exceeded', bound: 'disk' };
  return { kind: 'signalled', signal, inside: true };
}
