import { type ComponentChildren, h, type JSX } from 'preact';
import type { PreviewView } from '../../api/control/preview.ts';
import type { OverviewView } from '../../api/overview/view.ts';
import { counted, moneyWord, NONE } from '../../api/report/words.ts';
import type { AttemptRowView } from '../../api/rows/attempt-row.ts';
import { Foreign } from './texts.ts';

export interface Foretold {
  readonly preview: PreviewView;
  /** Newest attempts of the run's steps, oldest first. */
  readonly attempts: readonly AttemptRowView[];
  /** Steps whose results the request itself replaces. */
  readonly replaced?: readonly string[];
  /** All steps of the run, where those that have not begun are to be named. */
  readonly steps?: readonly OverviewView['steps'][number][];
}

/** What a request would do, as the service foretells it for a revision of the run. */
export function IfYouSend({ told }: { readonly told: Foretold }): JSX.Element {
  return h('section', { 'aria-label': 'If you send this', class: 'foretold' }, [
    h('h2', null, 'If you send this'),
    h('p', null, h(Foreign, { text: sentence(told.preview.consequence) })),
    h(Effects, { told }),
  ]);
}

interface EffectsOf {
  readonly told: Foretold;
  /** What is not moved is left out. */
  readonly brief?: boolean;
}

/** Steps, calls and generations that it moves, and what to beware of. */
export function Effects({ told, brief = false }: EffectsOf): JSX.Element {
  const { preview, attempts, replaced = [], steps = [] } = told;
  const { wouldReset, keeps, cutsShort, finishes, generations, boundBefore, boundAfter, warnings, why = [] } = preview;
  const row = (name: string, values: readonly string[], isWanted = !brief || values.length > 0): ComponentChildren[] =>
    isWanted
      ? [h('dt', null, name), h('dd', null, values.length === 0 ? 'nothing' : h(Foreign, { text: values.join(' · ') }))]
      : [];
  return h('div', null, [
    h('dl', null, [
      ...row(
        'made again',
        wouldReset.map((step) => `${step}${discarded(step, attempts)}`),
      ),
      ...row(
        'kept',
        keeps.map((step) => (replaced.includes(step) ? `${step} (replaced by yours)` : step)),
        !brief,
      ),
      ...row('not begun yet', untouched(steps, preview), steps.length > 0 && untouched(steps, preview).length > 0),
      ...row('cut short', cutsShort.map(callWord), true),
      ...(finishes.length === 0 ? [] : row('goes on to its end', finishes.map(callWord))),
      ...row(
        'at most',
        [
          `${counted(generations, 'more generation')}${boundBefore === boundAfter ? '' : ` (${boundAfter} in all instead of ${boundBefore})`}`,
        ],
        !brief || generations > 0,
      ),
    ]),
    ...why.map((text, at) => h('p', { key: `why ${at}`, class: 'soft' }, h(Foreign, { text }))),
    ...warnings.map((warning, at) => h('p', { key: at, class: 'warning' }, ['! ', h(Foreign, { text: warning })])),
  ]);
}

/** As a sentence begins. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function untouched(steps: Foretold['steps'] = [], { wouldReset, keeps }: PreviewView): readonly string[] {
  const named = new Set([...wouldReset, ...keeps]);
  return steps.flatMap(({ id, epoch, artifactId, attempts }) =>
    named.has(id) || epoch > 1 || attempts.used > 0 || artifactId !== undefined ? [] : [id],
  );
}

/** What was made of a step and would have counted, and is thrown away. */
function discarded(step: string, attempts: readonly AttemptRowView[]): string {
  const lost = attempts.findLast((attempt) => attempt.step === step && attempt.artifactId !== null);
  if (!lost || !KEPT.has(lost.status)) return '';
  const spent = moneyWord(lost.costUsd);
  return ` (attempt ${lost.n ?? lost.attempt} discarded${spent === NONE ? '' : `, ${spent}`})`;
}

const KEPT: ReadonlySet<string> = new Set(['accepted', 'pending']);

const PHASES = {
  generate: '',
  guard: ', being judged',
  condition: ', its condition',
  verify: 'the base case',
} as const;

function callWord({ phase, step = '', attempt, seconds }: PreviewView['cutsShort'][number]): string {
  const what = `${step}${attempt === undefined ? '' : `, attempt ${attempt}`}${PHASES[phase]}`;
  return seconds === undefined ? what : `${what}, ${secondsWord(seconds)} in`;
}

function secondsWord(seconds: number): string {
  return seconds < 120 ? `${Math.floor(seconds)} s` : counted(Math.floor(seconds / 60), 'minute');
}
