/** Milliseconds: a start that takes longer is late also where none was ever quicker. */
const LONGEST_USUAL = 1_000;

const quickest = new Map<string, number>();

/** How long a start took, in milliseconds, since the job was handed over and since the process was made, which may have waited for it. */
export interface Start {
  readonly handed: number;
  readonly made: number;
}

/**
 * By how many milliseconds a start was late (R110): longer than the quickest of its kind that was seen here. A process that was made
 * before its job is late only where it would be by both measures, since it may just have been made.
 */
export function startLate(kind: string, { handed, made }: Start): number {
  return Math.min(longerThanUsual(`${kind} handed`, handed), longerThanUsual(`${kind} made`, made));
}

function longerThanUsual(key: string, took: number): number {
  const usual = Math.min(took, quickest.get(key) ?? took);
  quickest.set(key, usual);
  return took - Math.min(usual, LONGEST_USUAL);
}
