import { byFile, type Figure, isMet } from './figure.ts';

/** The figures as they were when somebody last looked, so that none becomes worse unseen. */
export interface Baseline {
  readonly figures: Readonly<Record<string, Before>>;
  /** Every requirement that a test has named. */
  readonly requirements: readonly string[];
}

interface Before {
  readonly now: number;
  /** What each file had of it. */
  readonly files: Readonly<Record<string, number>>;
}

/** What is said of each figure that is worse than both its goal and the baseline, with where and what to do; empty where none is. */
export function worse(figures: readonly Figure[], { figures: known }: Baseline): readonly string[] {
  return figures.flatMap((figure) => {
    const before = known[figure.id];
    return isMet(figure) || !isWorse(figure, before) ? [] : [complaint(figure, before)];
  });
}

/** What has become better, which a new baseline would keep. */
export function better(figures: readonly Figure[], { figures: known }: Baseline): readonly string[] {
  return figures.flatMap((figure) => {
    const before = known[figure.id];
    const isBetter =
      before &&
      figure.now !== undefined &&
      figure.goal &&
      isWorse({ ...figure, now: before.now }, { ...before, now: figure.now });
    return isBetter ? [`${figure.measure}: was ${before.now}, is ${figure.now}`] : [];
  });
}

/** The baseline of now. A requirement once named stays in it: who takes one out does it by hand. */
export function baselineOf(figures: readonly Figure[], named: readonly string[], before: Baseline): Baseline {
  const rows = figures.flatMap((figure) =>
    figure.goal && figure.now !== undefined ? [[figure.id, { now: figure.now, files: filesOf(figure) }] as const] : [],
  );
  return {
    figures: Object.fromEntries(rows),
    requirements: [...new Set([...before.requirements, ...named])].toSorted(),
  };
}

function isWorse({ goal, now }: Figure, before: Before | undefined): boolean {
  if (!goal || before === undefined) return now !== undefined;
  if (now === undefined) return true;
  return 'most' in goal ? now > before.now : now < before.now;
}

function complaint(figure: Figure, before: Before | undefined): string {
  const { id, measure, now, note, goal } = figure;
  if (now === undefined) return `${measure}: was ${before?.now}, is not measured any more: ${note}.`;
  const wanted = goal && ('most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`);
  const head = `${measure}: was ${before?.now ?? 'not known'}, is ${now}, wanted ${wanted}.`;
  return [head, ...grown(figure, before), `  All places: npm run figures -- --list ${id}`].join('\n');
}

/** The files that have more of it than before. */
function grown(figure: Figure, before: Before | undefined): readonly string[] {
  return [...byFile(figure)].flatMap(([file, count]) => {
    const was = before?.files[file] ?? 0;
    return count > was && figure.goal && 'most' in figure.goal ? [`  ${file}: was ${was}, is ${count}`] : [];
  });
}

/** Only what counts against a figure is worth keeping by file. */
function filesOf(figure: Figure): Readonly<Record<string, number>> {
  const files = figure.goal && 'most' in figure.goal ? [...byFile(figure)] : [];
  return Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
