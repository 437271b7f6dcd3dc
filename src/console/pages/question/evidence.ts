import { h, type JSX } from 'preact';
import { counted, moneyWord } from '../../../api/report/words.ts';
import type { VerdictView } from '../../../api/steps/verdict-view.ts';
import { State } from '../../parts/states.ts';
import { Foreign, Time } from '../../parts/texts.ts';
import type { QuestionPage } from './question-page.ts';

/** What speaks for and against: what each guard said, what came before, and why a person is asked (R90). */
export function Evidence({ question, now }: { readonly question: QuestionPage; readonly now: number }): JSX.Element {
  const { evidence, artifactId, feedback, falseLeaves = [] } = question;
  const judged = evidence.attempts.find((attempt) => attempt.artifactId !== null && attempt.artifactId === artifactId);
  return h('section', { 'aria-label': 'Evidence' }, [
    h('h2', null, 'Evidence'),
    ...(judged?.verdict ? [h('ul', { class: 'plain' }, leavesOf(judged.verdict).map(leafLine))] : []),
    ...(judged?.verdict || feedback === '' ? [] : [h('p', null, h(Foreign, { text: feedback }))]),
    ...falseLeaves.map(({ leaf, expected, found }) =>
      h('p', null, [
        h('span', { class: 'work' }, '✕ '),
        h(Foreign, { text: leaf }),
        ' wants ',
        h(Foreign, { text: expected }),
        ': ',
        h(Foreign, { text: found }),
      ]),
    ),
    h('details', null, [
      h('summary', null, `Why asked · ${spendWords(question)}`),
      h('p', null, h(Foreign, { text: evidence.summary })),
      ...(evidence.condition?.reasons ?? []).map((reason) => h('p', null, h(Foreign, { text: reason }))),
      h(
        'ul',
        { class: 'plain' },
        evidence.attempts.map(({ step, attempt, status, feedback: said, startedAt }) =>
          h('li', null, [
            h(State, { status }),
            ' ',
            h(Foreign, { text: step }),
            ` ${attempt}, `,
            h(Time, { at: startedAt, now }),
            ...(said === '' ? [] : [': ', h(Foreign, { text: said })]),
          ]),
        ),
      ),
      ...evidence.injected.map((part) => h('pre', { dir: 'auto', tabIndex: 0 }, textOf(part))),
    ]),
  ]);
}

/** The guards that said something themselves. */
function leavesOf(verdict: VerdictView): readonly VerdictView[] {
  return verdict.subResults.length === 0 ? [verdict] : verdict.subResults.flatMap(leavesOf);
}

function leafLine({ verdict, guard, nature, feedback }: VerdictView): JSX.Element {
  return h('li', null, [
    h(State, { status: verdict }),
    ' ',
    h(Foreign, { text: guard }),
    h('small', null, ` ${nature}`),
    ...(feedback === '' ? [] : [h('br', null), h(Foreign, { text: feedback })]),
  ]);
}

function textOf(part: unknown): JSX.Element {
  return h(Foreign, { text: typeof part === 'string' ? part : JSON.stringify(part, null, 2) });
}

/** What was spent up to here. */
function spendWords({ evidence: { spend, attempts } }: QuestionPage): string {
  return `${counted(attempts.length, 'attempt')} · ${spend.llmCalls === 0 ? '–' : moneyWord(spend.costUsd)}`;
}
