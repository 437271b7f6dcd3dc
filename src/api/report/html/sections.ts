import { type ComponentChildren, h, type JSX } from 'preact';
import { keptOf } from '../facts/ends.ts';
import type { QuestionFacts } from '../facts/question.ts';
import type { CorrectionFacts, DocumentFacts, InjectedFacts, Report, ServedFacts } from '../report.ts';
import { budgetRows, correctionRows, questionRows, runRows, STEP_COLUMNS, stepCells, usageRows } from '../rows.ts';
import { injectedWords, wayWords } from '../ways.ts';
import { leftOutWords, statusWord } from '../words.ts';
import { Attempt } from './attempt.ts';
import { Fold, Foreign, listed, Quote, Rows, State, Table } from './parts.ts';
import { Timeline } from './timeline.ts';

function Section({ name, children }: { readonly name: string; readonly children?: ComponentChildren }): JSX.Element {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return h('section', { id, 'aria-labelledby': `${id}-name` }, [h('h2', { id: `${id}-name` }, name), children]);
}

/** All sections before the graph. */
export function head(report: Report): readonly JSX.Element[] {
  const { run, standing } = report;
  return [
    h('h1', null, ['Report of run ', h(Foreign, { text: run.id })]),
    h('p', null, h(State, { status: run.status, word: statusWord(run.status) })),
    h(Rows, { rows: runRows(report) }),
    h(Section, { name: 'Why' }, [
      h('p', null, h(Foreign, { text: standing.summary })),
      bullets((standing.warnings ?? []).map(({ text }) => `warning: ${text}`)),
      bullets(standing.modes.map(({ step, because }) => `${step}: ${because}`)),
      bullets(standing.next.map(({ who, action }) => `next, ${who}: ${action}`)),
    ]),
    h(Section, { name: 'Cost and budget' }, [
      h(Rows, { rows: usageRows(report) }),
      h(Table, { name: 'Budgets', columns: ['Budget', 'Used', 'Limit', 'Left'], rows: budgetRows(report) }),
    ]),
  ];
}

/** All sections behind the graph. */
export function rest(report: Report): readonly JSX.Element[] {
  const { steps, choices, attempts } = report;
  const madeBy = new Map(keptOf(attempts.shown).map(({ artifact, place }) => [artifact?.id, place]));
  return [
    h(Section, { name: 'Steps' }, [
      h(Table, { name: 'Steps', columns: STEP_COLUMNS, rows: steps.shown.map(stepCells) }),
      note(leftOutWords(steps, 'step')),
      bullets(
        choices.map(
          ({ orGroup, choice, status, why = '' }) =>
            `of ${orGroup}, ${choice}: ${status}${why === '' ? '' : `, ${why}`}`,
        ),
      ),
    ]),
    h(Section, { name: 'Timeline' }, h(Timeline, { lines: report.timeline })),
    h(Section, { name: 'Questions' }, listed(report.questions, 'question', questionOf)),
    h(Section, { name: 'Corrections' }, listed(report.corrections, 'correction', correctionOf)),
    h(
      Section,
      { name: 'Ways back' },
      listed(report.waysBack, 'way back', (one) => h('p', null, h(Foreign, { text: wayWords(one) }))),
    ),
    h(Section, { name: 'Injections' }, listed(report.injected, 'injection', injectionOf)),
    h(
      Section,
      { name: 'Attempts' },
      listed(attempts.shown, 'attempt', (facts) => h(Attempt, { facts })),
    ),
    h(
      Section,
      { name: 'Artifacts in force' },
      listed(report.artifacts, 'artifact', (one) => artifactOf(one, madeBy.get(one.id))),
    ),
    h(Section, { name: 'Documents' }, report.documents.map(documentOf)),
  ];
}

function bullets(texts: readonly string[]): JSX.Element | null {
  return texts.length === 0
    ? null
    : h(
        'ul',
        null,
        texts.map((text) => h('li', null, h(Foreign, { text }))),
      );
}

function note(words: string | undefined): JSX.Element | null {
  return words === undefined ? null : h('p', { class: 'soft' }, words);
}

function questionOf(facts: QuestionFacts): JSX.Element {
  const { id, status, question, artifact, feedback, condition, outcomes, decision } = facts;
  return h('article', null, [
    h('h3', null, [h(Foreign, { text: id }), ' ', h(State, { status, word: statusWord(status) })]),
    h(Quote, { shown: question, name: 'Question' }),
    h(Rows, { rows: questionRows(facts) }),
    artifact && h(Quote, { shown: artifact.text, name: `What was shown, ${artifact.id}` }),
    artifact && h('p', { class: 'soft' }, artifact.digest),
    h(Quote, { shown: feedback, name: 'What the guard had said' }),
    condition && h(Quote, { shown: condition.expression, name: 'Condition' }),
    condition?.names.map(({ name, value }) => value && h(Quote, { shown: value, name: `${name} held` })),
    h(
      Fold,
      { summary: 'What each answer leads to' },
      bullets(outcomes.map(({ action, leadsTo }) => `${action} ${leadsTo}`)),
    ),
    decision?.comment && h(Quote, { shown: decision.comment, name: 'Said with the decision' }),
    decision &&
      h(Fold, { summary: 'The decision as it was sent' }, h(Quote, { shown: decision.payload, name: 'Decision' })),
  ]);
}

function correctionOf(facts: CorrectionFacts): JSX.Element {
  return h('article', null, [
    h('h3', null, h(Foreign, { text: `${facts.type.replaceAll('_', ' ')} ${facts.id}` })),
    h(Rows, { rows: correctionRows(facts) }),
    h(Quote, { shown: facts.description, name: 'Why' }),
  ]);
}

function injectionOf(facts: InjectedFacts): ComponentChildren {
  return [
    h('p', null, h(Foreign, { text: injectedWords(facts) })),
    facts.text && h(Quote, { shown: facts.text, name: 'Words' }),
  ];
}

/** `place`: of the attempt that made it, where that is shown. */
function artifactOf({ step, id, digest, seeded }: ServedFacts, place: number | undefined): JSX.Element {
  return h('p', null, [
    h(Foreign, { text: `${step}: ${id}` }),
    ' ',
    place !== undefined && h('a', { href: `#a${place}` }, `#${place}`),
    h('small', null, ` ${digest}${seeded ? ', brought along' : ''}`),
  ]);
}

function documentOf({ name, digest, text }: DocumentFacts): JSX.Element {
  return h(Fold, { summary: name }, [h('p', { class: 'soft' }, digest), h(Quote, { shown: text, name })]);
}
