import type { Preview } from '../service/types.ts';
import { counted, span } from './format.ts';
import type { Line } from './spans.ts';

/** What a request would do, as the service foretells it. */
export function previewLines(preview: Preview): readonly Line[] {
  const { consequence, wouldReset, keeps, cutsShort, finishes, generations, endsRun, why = [], warnings } = preview;
  const { boundBefore, boundAfter } = preview;
  const bound = boundBefore === boundAfter ? '' : ` (bound ${boundBefore} → ${boundAfter})`;
  return [
    [['strong', 'If you send this'], `  ${consequence}`],
    ...row('made again', wouldReset),
    ...row('kept', keeps),
    ...row('cut short', cutsShort.map(callText)),
    ...row('finishes', finishes.map(callText)),
    // The consequence says whether and how the run ends; one that ends makes nothing more.
    ...(endsRun === 'yes' ? [] : [[`  at most ${counted(generations, 'more generation')}${bound}`]]),
    ...why.map((sentence): Line => [`  ${sentence}`]),
    ...warnings.map((warning): Line => [['ask', '  ! '], warning]),
  ];
}

function callText({ phase, step = 'the run', attempt, seconds }: Preview['cutsShort'][number]): string {
  return [
    step,
    phase === 'generate' ? 'generating' : phase,
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(seconds === undefined ? [] : [`${span(seconds * 1_000)} in`]),
  ].join(', ');
}

function row(name: string, values: readonly string[]): readonly Line[] {
  return values.length === 0 ? [] : [[`  ${name.padEnd(12)}${values.join(', ')}`]];
}
