import { appendFileSync, readFileSync } from 'node:fs';

/** Names the file to which each suite adds a line: its path and the processor seconds that it took. */
export const TIMES_VARIABLE = 'DSAP_TEST_TIMES';

/** What `/proc/self/stat` counts in, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const MICROSECONDS = 1_000_000;

/** Begins to count what a suite takes of the processors: by itself, and by the programs that it waited for. What it answers tells it. */
export function timeSuite(suite: string): () => void {
  const before = processorSeconds();
  return () => {
    const file = process.env[TIMES_VARIABLE];
    const took = processorSeconds() - before;
    if (file !== undefined) appendFileSync(file, `${JSON.stringify([suite, took])}\n`);
  };
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS + ofChildren();
}

/** Of the programs that have ended, which Node does not tell; 0 where the system has no such file. */
function ofChildren(): number {
  try {
    // Behind the name of the program, which may hold anything: state, parent and ten more, then the four times.
    const [, , , , , , , , , , , , , user = '0', system = '0'] = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
