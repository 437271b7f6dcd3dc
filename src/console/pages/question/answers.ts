import { type ComponentChildren, h, type JSX } from 'preact';
import { visible } from '../../../text/visible.ts';
import type { Fields } from '../../parts/fields.ts';
import { Foreign } from '../../parts/texts.ts';
import { type Budget, RaisedLimits } from './limits.ts';
import type { QuestionPage } from './question-page.ts';
import type { Unsent } from './unsent.ts';

type Option = QuestionPage['options'][number];

/** Answers that stand open; the others are behind `More`. */
const OPEN: ReadonlySet<string> = new Set(['approve', 'reject']);

interface Answering {
  readonly question: QuestionPage;
  /** Of its run. */
  readonly budget: Budget;
  readonly unsent: Unsent | undefined;
}

/**
 * A form for all answers, which works without scripts: what it shows travels with what is pressed, so that a question that moved on decides
 * nothing. Each button tells its consequence beside it; where words may be left out, what it is called and does without them.
 */
export function Answers({
  question: { id, shown = '', options, artifact, withheld },
  budget,
  unsent,
}: Answering): JSX.Element {
  const isOpen = ({ action, primary }: Option): boolean => primary || OPEN.has(action);
  const open = options.filter(isOpen).toSorted((one, other) => Number(other.primary) - Number(one.primary));
  const more = options.filter((option) => !isOpen(option));
  // What nobody sees is not put into anybody's hands.
  const text = artifact && !artifact.cut && visible(artifact.text).hidden === 0 ? artifact.text : '';
  const sent = unsent?.fields ?? {};
  const reasons = firstOfEach([...open, ...more]);
  const raise = options.find(({ action }) => action === 'raise');
  const answer = (option: Option): JSX.Element => h(Answer, { key: option.action, option, sent, text, reasons });
  return h('section', { 'aria-label': 'What happens', class: 'answers' }, [
    h('h2', null, 'What happens'),
    h(
      'form',
      {
        id: 'answers',
        method: 'post',
        action: `/console/e/${encodeURIComponent(id)}`,
        'data-question': id,
        'data-shown': shown,
      },
      [
        h('input', { type: 'hidden', name: 'shown', value: shown }),
        ...open.filter(needsNothing).map(answer),
        ...(raise === undefined
          ? []
          : [
              h(RaisedLimits, {
                budget,
                generations: raise.generations,
                sent,
                problem: unsent?.needs === 'limits' ? unsent.problem : undefined,
              }),
            ]),
        h(Words, { options, unsent }),
        ...open.filter((option) => !needsNothing(option)).map(answer),
        ...(withheld === undefined ? [] : [h('p', { class: 'soft' }, h(Foreign, { text: withheld }))]),
        ...(more.length === 0
          ? []
          : [
              h('details', { open: sent['action'] === 'abort' }, [
                h('summary', null, ['More ', h('small', null, more.map(({ label }) => label).join(' · '))]),
                more.map(answer),
              ]),
            ]),
      ],
    ),
  ]);
}

/** A first answer that nothing is written for stands right under the evidence. */
function needsNothing({ primary, fields }: Option): boolean {
  return primary && fields.length === 0;
}

/** Before all that sends them. Its placeholder is what the style knows by whether there are any. */
function Words({ options, unsent }: Pick<Answering, 'unsent'> & Pick<QuestionPage, 'options'>): JSX.Element {
  const needing = options.filter(({ fields }) => fields.some(({ name, required }) => required && name === 'feedback'));
  const isMissing = unsent?.needs === 'words';
  const words = unsent?.fields['words'] ?? '';
  return h('div', null, [
    h('label', { for: 'words' }, [
      'Your words',
      ...needing.map(({ label }) => h('small', { key: label }, ` (${label} needs them)`)),
    ]),
    ...(isMissing ? [h('p', { class: 'alert', role: 'alert' }, unsent.problem)] : []),
    h(
      'textarea',
      { id: 'words', name: 'words', rows: 2, placeholder: ' ', autofocus: isMissing, defaultValue: words },
      words,
    ),
  ]);
}

interface Offered {
  readonly option: Option;
  readonly sent: Fields;
  readonly text: string;
  /** Why it is not known yet what some of them do, and the first answer of which that holds. */
  readonly reasons: ReadonlyMap<string, Option['action']>;
}

function firstOfEach(options: readonly Option[]): Offered['reasons'] {
  return new Map(options.toReversed().map(({ action, why = [] }) => [why.join(' '), action]));
}

/** What an answer takes beside the words, the button, and what it would do. */
function Answer({ option, sent, text, reasons }: Offered): JSX.Element {
  const { action, primary, consequence, wordless, why = [] } = option;
  const reason = why.join(' ');
  const first = reasons.get(reason) ?? action;
  const isSecond = action === 'abort' && sent['action'] === 'abort';
  const label = action === 'abort' && !isSecond ? `${option.label} …` : option.label;
  return h('div', { class: 'offer' }, [
    ...fieldsOf(option, sent, text),
    ...(isSecond ? [h(LastWord, { sent })] : []),
    h('div', { class: primary ? 'answer first' : 'answer' }, [
      h(
        'button',
        {
          type: 'submit',
          name: 'action',
          ...(primary && { id: 'answer' }),
          value: isSecond ? 'abort-for-good' : action,
          'aria-describedby': reason === '' ? `does-${action}` : `does-${action} why-${first}`,
          ...(primary && { class: 'primary' }),
        },
        wordless && wordless.label !== label ? eitherWay(wordless.label, label) : label,
      ),
      h(
        'p',
        { id: `does-${action}` },
        wordless ? eitherWay(wordless.consequence, consequence) : h(Foreign, { text: consequence }),
      ),
    ]),
    ...(reason === '' || first !== action
      ? []
      : [h('p', { id: `why-${action}`, class: 'soft why' }, h(Foreign, { text: reason }))]),
  ]);
}

/** The style shows what holds: without words, or with those that were typed. */
function eitherWay(wordless: string, worded: string): readonly JSX.Element[] {
  if (wordless === worded) return [h(Foreign, { text: worded })];
  return [
    h('span', { class: 'wordless' }, h(Foreign, { text: wordless })),
    h('span', { class: 'worded' }, h(Foreign, { text: worded })),
  ];
}

/** A run is ended by a second press, which stands where the first one did. */
function LastWord({ sent }: { readonly sent: Fields }): JSX.Element {
  const reason = sent['reason'] ?? sent['words'] ?? '';
  return h('div', null, [
    h(
      'p',
      { class: 'alert', role: 'alert' },
      'Nothing was decided yet. This ends the run: say why, and press once more.',
    ),
    h('label', { for: 'reason' }, 'Why the run ends'),
    h('textarea', { id: 'reason', name: 'reason', rows: 2, autofocus: true, defaultValue: reason }, reason),
  ]);
}

function fieldsOf({ action, fields, each = [] }: Option, sent: Fields, text: string): ComponentChildren[] {
  return fields.flatMap(({ name, values, chosen }): ComponentChildren[] => {
    const id = `${action}-${name}`;
    if (name === 'content')
      return [
        h('label', { for: id }, 'Your text'),
        h('textarea', { id, name: 'content', rows: 6, dir: 'auto' }, sent['content'] ?? text),
      ];
    if (name === 'step' && values)
      return [
        h('label', { for: id }, action === 'skip' ? 'Step to be left out' : 'Step to go back to'),
        h(
          'select',
          { id, name: id },
          values.map((value) => h('option', { value, selected: value === (sent[id] ?? chosen) }, value)),
        ),
        ...(each.length < 2 ? [] : [h(Each, { each })]),
      ];
    if (name === 'extraAttempts')
      return [
        h('label', { for: id }, 'More attempts'),
        h('small', { id: `${id}-about` }, 'How many are made at most; left empty, as many as the step had before.'),
        h('input', {
          id,
          name,
          type: 'number',
          min: 1,
          max: 100,
          value: sent[name] ?? '',
          'aria-describedby': `${id}-about`,
        }),
      ];
    return [];
  });
}

/** What each step that may be gone back to makes again. */
function Each({ each }: { readonly each: NonNullable<Option['each']> }): JSX.Element {
  return h('details', { open: each.length <= AT_ONCE }, [
    h('summary', null, 'What each step makes again'),
    h(
      'dl',
      { class: 'each' },
      each.flatMap(({ step, resets }) => [
        h('dt', { key: step }, h(Foreign, { text: step })),
        h('dd', { key: `${step} again` }, h(Foreign, { text: resets.join(' · ') })),
      ]),
    ),
  ]);
}

/** Steps whose ways back are told without a press. */
const AT_ONCE = 6;
