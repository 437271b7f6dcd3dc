/** What the world of a random run says: a function of what it is asked, never of when (the order is the engine's). */

/** The answers that a run's steps, guards and base case give. */
export interface Script {
  readonly seed: number;
  /** Of a hundred leaves so many pass. */
  readonly mood: number;
  /** Of a hundred calls so many break. */
  readonly faults: number;
}

/** An integer below `range`, the same for the same names. */
export function chance({ seed }: Pick<Script, 'seed'>, range: number, ...names: readonly (string | number)[]): number {
  let hash = 2_166_136_261 ^ seed;
  for (const character of names.join(' ')) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) % range;
}

/** The first two have a first line each of its own and nearly all words in common, the others none. */
const COMPLAINTS = [
  'the roof over the long hall at the north end of the old house that stands beside the river leaks a little',
  'the roof over the long hall at the north end of the old house that stands beside the river leaks a lot',
  'nobody has found any of those numbers in that table',
  'seven doors stick badly whenever it rains outside',
] as const;

export interface Said {
  readonly verdict: 'pass' | 'retry' | 'fatal';
  readonly feedback: string;
}

/** Of an artifact, by the name in its id. */
export function leafSays(script: Script, artifact: string, leaf: string): Said {
  const roll = chance(script, 100, 'leaf', artifact, leaf);
  if (roll < script.mood) return { verdict: 'pass', feedback: '' };
  const feedback =
    COMPLAINTS[chance(script, COMPLAINTS.length, 'words', artifact.split('.')[0] ?? '', leaf, roll % 3)] ?? '';
  return { verdict: roll >= 98 ? 'fatal' : 'retry', feedback };
}

/** Whether a generation leads to nothing that a guard could see: a content failure. */
export function isUnreadable(script: Script, artifact: string): boolean {
  return chance(script, 30, 'unreadable', artifact) === 0;
}

/** Whether machinery gives up on the call. */
export function breaks(script: Script, phase: string, token: string): boolean {
  return chance(script, 100, 'breaks', phase, token) < script.faults;
}

/** Whether a probe finds that it can be done. */
export function isFeasible(script: Script, artifact: string): boolean {
  return chance(script, 3, 'feasible', artifact) > 0;
}

/** Whether what was accepted holds in a leaf of the base case. */
export function leafHolds(script: Script, artifact: string, leaf: string): boolean {
  return chance(script, 100, 'holds', artifact, leaf) < 60;
}

/** An artifact's id has in it what the script knows it by: step, epoch and attempt, or which one of a person's. */
export function artifactIdOf(name: string, token: string): string {
  return `art_${name}~${token}`;
}

export function nameIn(artifactId: string): string {
  return artifactId.slice('art_'.length).split('~')[0] ?? '';
}

/** Whether the file that a base case may ask for is there: from the beginning, or never. */
export function hasFile(script: Script): boolean {
  return chance(script, 8, 'file') === 0;
}
