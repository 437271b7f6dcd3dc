import type { WayBack } from './facts/log.ts';
import type { InjectedFacts } from './report.ts';
import { timeWord } from './words.ts';

/** A way back in one sentence: why, where to, what it reset, and what came of it. */
export function wayWords({ at, seq, kind, cause, to, reset, changed, recovered }: WayBack): string {
  const what = kind === 'swap' ? 'took' : 'went back to';
  const came = recovered === null ? [] : [recovered ? 'it passed then' : 'it did not pass then'];
  const parts = [
    `${timeWord(at)}, event ${seq}: ${cause}, so the run ${what} ${to.join(', ')}`,
    reset.length === 0 ? 'nothing was made anew' : `made anew: ${reset.join(', ')}`,
    ...(changed.length === 0 ? [] : [`something else came of ${changed.join(', ')}`]),
    ...came,
  ];
  return `${parts.join('; ')}.`;
}

export function injectedWords({ at, seq, step, epoch, from, fromEpoch, text }: InjectedFacts): string {
  const source = fromEpoch === null ? from : `${from}, epoch ${fromEpoch}`;
  const what = text === null ? `why ${source} failed` : `what was said in ${source}`;
  return `${timeWord(at)}, event ${seq}: ${step}, epoch ${epoch}, was told ${what}`;
}
