/** What follows a rejection (design 1, R16 to R24, R59, R66): read from the rejections of the epoch alone. */
import type { Rejection, StepNow } from './now.ts';
import type { StepRead } from './rules.ts';

type Reaction =
  | { readonly does: 'refine' }
  | { readonly does: 'climb' }
  | { readonly does: 'backtrack'; readonly targets: readonly string[] }
  | { readonly does: 'ask'; readonly kind: string }
  | { readonly does: 'fail'; readonly code: string }
  | { readonly does: 'skip' };

export interface Read {
  readonly reaction: Reaction;
  /** Another reaction that the rulings leave open. */
  readonly other?: Reaction;
  /** The detector that must have seen it, where it went in circles; `warned`: told once in an epoch. */
  readonly stagnation?: { readonly action: string; readonly isWarning: boolean };
}

export function afterRejection(step: StepRead, now: StepNow): Read {
  const last = now.rejections.at(-1);
  const isExhausted = now.attempt >= now.allowed;
  if (last && isStagnant(step, now)) {
    // A climb keeps the count of attempts (R26): after the last one a stronger model would have no try left.
    if (now.rung + 1 < step.rungs && !isExhausted)
      return { reaction: { does: 'climb' }, stagnation: { action: 'climbed', isWarning: false } };
    const targets = step.targetsByGuard[last.guard] ?? step.targets;
    if (targets.length > 0) {
      if (now.backtracks < step.eMax)
        return { reaction: { does: 'backtrack', targets }, stagnation: { action: 'backtracked', isWarning: false } };
      return {
        reaction: { does: 'ask', kind: 'backtracks_exhausted' },
        stagnation: { action: 'escalated', isWarning: false },
      };
    }
    if (step.onStagnation === 'escalate')
      return { reaction: { does: 'ask', kind: 'stagnated' }, stagnation: { action: 'escalated', isWarning: false } };
    if (step.onStagnation === 'fail')
      return { reaction: { does: 'fail', code: 'stagnated' }, stagnation: { action: 'failed', isWarning: false } };
    const warning = { stagnation: { action: 'warned', isWarning: true } };
    return { reaction: isExhausted ? exhausted(step, now, last) : { does: 'refine' }, ...warning };
  }
  return { reaction: isExhausted ? exhausted(step, now, last) : { does: 'refine' } };
}

/** R4, R21. */
function exhausted(step: StepRead, { backtracks }: StepNow, last: Rejection | undefined): Reaction {
  const targets = step.targetsByGuard[last?.guard ?? ''] ?? step.targets;
  switch (step.onExhausted) {
    case 'fail':
      return { does: 'fail', code: 'attempts_exhausted' };
    case 'skip':
      return { does: 'skip' };
    case 'backtrack':
      if (targets.length === 0) return { does: 'ask', kind: 'attempts_exhausted' };
      return backtracks < step.eMax ? { does: 'backtrack', targets } : { does: 'ask', kind: 'backtracks_exhausted' };
    default:
      return { does: 'ask', kind: 'attempts_exhausted' };
  }
}

/** R17, R19: of the last guard's rejections in the window, the last `rPatience` have one signature, or each pair is alike. */
function isStagnant(step: StepRead, { rejections, window }: StepNow): boolean {
  const inWindow = rejections.slice(window);
  const last = inWindow.at(-1);
  const { patience, diffuseAfter } = step;
  if (!last) return false;
  if (patience !== null) {
    const stream = inWindow.filter(({ guard }) => guard === last.guard).slice(-patience);
    const isAlike = stream.length >= patience && (isRepeated(stream) || isSimilar(stream, step.similarity));
    if (isAlike && !moves(rejections, patience)) return true;
  }
  return diffuseAfter !== undefined && inWindow.length >= diffuseAfter && !moves(rejections, diffuseAfter);
}

function isRepeated(stream: readonly Rejection[]): boolean {
  return stream.every(({ signature }) => signature === stream[0]?.signature);
}

/** `alike` tells newest first how alike each is to those before it. */
function isSimilar(stream: readonly Rejection[], least: number): boolean {
  return stream.every((one, at) => one.alike.slice(0, at).every((alike) => alike >= least));
}

/** R6, R19: one of the last so many came further than every one before it. */
function moves(rejections: readonly Rejection[], last: number): boolean {
  return rejections.some(({ progress }, at) => {
    if (at === 0 || at < rejections.length - last) return false;
    return progress > Math.max(...rejections.slice(0, at).map((before) => before.progress));
  });
}
