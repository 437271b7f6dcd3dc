import { type ComponentChildren, h, type JSX } from 'preact';
import { visible } from '../../../text/visible.ts';
import { type Fields, LIMITS } from '../../parts/fields.ts';
import { Foreign } from '../../parts/texts.ts';
import type { QuestionPage } from './question-page.ts';

type Option = QuestionPage['options'][number];

/** Answers that stand open; the others are behind `More`. */
const OPEN: ReadonlySet<string> = new Set(['approve', 'reject']);

/**
 * A form for all answers, which works without scripts: what it shows travels with what is pressed, so that a question that moved on decides
 * nothing. Each button tells its consequence beside it.
 */
export function Answers({
  question: { id, shown = '', options, artifact },
  sent,
}: {
  readonly question: QuestionPage;
  readonly sent: Fields;
}): JSX.Element {
  const isOpen = ({ action, primary }: Option): boolean => primary || OPEN.has(action);
  const open = options.filter(isOpen).toSorted((one, other) => Number(other.primary) - Number(one.primary));
  const more = options.filter((option) => !isOpen(option));
  // What nobody sees is not put into anybody's hands.
  const text = artifact && !artifact.cut && visible(artifact.text).hidden === 0 ? artifact.text : '';
  const formAction = `/console/e/${encodeURIComponent(id)}`;
  const answer = (option: Option): JSX.Element => h(Answer, { key: option.action, option, sent, text, formAction });
  const isConfirming = sent['action'] === 'abort';
  return h('section', { 'aria-label': 'What happens', class: 'answers' }, [
    h('h2', null, 'What happens'),
    h(
      'form',
      {
        id: 'answers',
        method: 'post',
        action: formAction,
        'data-question': id,
        'data-shown': shown,
      },
      [
        h('input', { type: 'hidden', name: 'shown', value: shown }),
        ...open.map(answer),
        h('label', { for: 'words' }, 'Your words'),
        h('textarea', { id: 'words', name: 'words', rows: 2, defaultValue: sent['words'] ?? '' }, sent['words'] ?? ''),
        ...(more.length === 0
          ? []
          : [
              h('details', { open: isConfirming }, [
                h('summary', null, ['More ', h('small', null, more.map(({ label }) => label).join(' · '))]),
                more.map(answer),
              ]),
            ]),
      ],
    ),
  ]);
}

/** What an answer takes beside the words, the button, and what it would do. */
function Answer({
  option,
  sent,
  text,
  formAction,
}: {
  readonly option: Option;
  readonly formAction: string;
  readonly sent: Fields;
  readonly text: string;
}): JSX.Element {
  const { action, primary, consequence, why = [] } = option;
  const isSecond = action === 'abort' && sent['action'] === 'abort';
  const label = action === 'abort' && !isSecond ? `${option.label} …` : option.label;
  const value = isSecond ? 'abort-for-good' : action;
  return h('div', action === 'abort' ? { id: 'end', tabIndex: -1 } : null, [
    ...fieldsOf(option, sent, text),
    ...(isSecond ? [h('p', { class: 'alert' }, 'This ends the run. Say why above, and press once more.')] : []),
    h('div', { class: primary ? 'answer first' : 'answer' }, [
      h(
        'button',
        {
          type: 'submit',
          name: 'action',
          value,
          // A second press is asked for where the first one was.
          ...(action === 'abort' && { formAction: `${formAction}#end` }),
          'aria-describedby': why.length === 0 ? `does-${action}` : `does-${action} why-${action}`,
          ...(primary && { class: 'primary' }),
        },
        label,
      ),
      h('p', { id: `does-${action}` }, h(Foreign, { text: consequence })),
    ]),
    ...(why.length === 0
      ? []
      : [h('p', { id: `why-${action}`, class: 'soft why' }, h(Foreign, { text: why.join(' ') }))]),
  ]);
}

function fieldsOf({ action, fields }: Option, sent: Fields, text: string): ComponentChildren[] {
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
      ];
    if (name === 'extraAttempts')
      return [
        h('label', { for: id }, 'More attempts'),
        h('input', { id, name, type: 'number', min: 1, max: 100, value: sent[name] ?? '' }),
      ];
    if (name === 'budgets')
      return LIMITS.flatMap(([limit, label]): ComponentChildren[] => [
        h('label', { for: limit }, label),
        h('input', { id: limit, name: limit, value: sent[limit] ?? '' }),
      ]);
    return [];
  });
}
