import type { Ending } from '../../sandbox/sandbox.ts';

/** Whether a program was ended by a signal that programs are seldom ended by through what they do, and may have come from anybody (R33). */
export function isFromOutside({ signal, inside }: Extract<Ending, { kind: 'signalled' }>): boolean {
  return inside !== true && ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'].includes(signal);
}
