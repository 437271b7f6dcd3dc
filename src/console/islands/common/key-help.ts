import { h, type JSX } from 'preact';

const KEYS = [
  ['j', 'to the first line of a list, then the next one'],
  ['k', 'to the line before'],
  ['a', 'to the answer, or to the question of a run'],
  ['n', 'to the next question, after a decision'],
  ['/', 'to the search'],
  ['t', 'times as they are exactly, or as they are said'],
  ['?', 'these keys'],
] as const;

interface Help {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** What each key does, and a way to do without them. */
export function KeyHelp({ isOn, onChange }: Help): JSX.Element {
  return h('form', { method: 'dialog' }, [
    h('h2', { id: 'keys' }, 'Keys'),
    h('p', null, 'They move the focus; Enter presses.'),
    h(
      'dl',
      null,
      KEYS.flatMap(([key, leads]) => [h('dt', { key }, h('kbd', null, key)), h('dd', { key: leads }, leads)]),
    ),
    h('label', null, [
      h('input', { type: 'checkbox', checked: isOn, onChange: ({ currentTarget }) => onChange(currentTarget.checked) }),
      ' Single keys move the focus',
    ]),
    h('p', null, h('button', { type: 'submit' }, 'Close')),
  ]);
}
