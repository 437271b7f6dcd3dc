import type { IOType } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';

let known: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * The pipes of a child, and behind them an empty file wherever our own parent left a file open in us: what one process left open,
 * every process below it would hold. Node closes only the lowest of them, and only Linux tells which these are.
 */
export function withoutInherited(pipes: readonly IOType[]): (IOType | number)[] {
  known ??= inherited();
  const behind = known.filter((fd) => fd >= pipes.length);
  const stdio: (IOType | number)[] = [...pipes];
  for (const fd of behind) {
    nothing ??= openSync('/dev/null', 'r+');
    while (stdio.length < fd) stdio.push('ignore');
    stdio.push(nothing);
  }
  return stdio;
}

const CLOSED_ON_EXEC = 0o2000000;

/** Node opens all its own files so that they are closed in its children. */
function inherited(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo')
      .map(Number)
      .filter(staysOpen)
      .toSorted((left, right) => left - right);
  } catch {
    return [];
  }
}

function staysOpen(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
