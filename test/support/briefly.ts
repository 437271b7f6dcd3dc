/** Of linear work on a megabyte this is many times the need, of quadratic work a small part. */
const MOST_SECONDS = 20;

/**
 * Does work that needs little, and throws if it took more of the processor than linear work on a megabyte can take. What counts is the
 * work of this process, not the time that has gone by: on a busy machine it is the same.
 */
export function briefly<Result>(work: () => Result): Result {
  const begun = process.cpuUsage();
  const result = work();
  mustBeLittle(begun);
  return result;
}

/** As `briefly`, where the work is awaited. */
export async function brieflyAwaited<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = process.cpuUsage();
  const result = await work();
  mustBeLittle(begun);
  return result;
}

function mustBeLittle(begun: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1_000_000;
  if (seconds > MOST_SECONDS)
    throw new Error(`It took ${seconds.toFixed(1)} s of the processor: more than linear work can`);
}

/** A text of about a megabyte. */
export function megabyteOf(unit: string): string {
  return unit.repeat(Math.ceil(1_000_000 / unit.length));
}
