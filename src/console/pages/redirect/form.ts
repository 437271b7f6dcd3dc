import { type ComponentChildren, h, type JSX } from 'preact';
import { visible } from '../../../text/visible.ts';
import type { Fields } from '../../parts/fields.ts';
import { LimitFields } from '../../parts/limit-fields.ts';
import { Prefilled } from '../../parts/prefilled.ts';
import { Foreign } from '../../parts/texts.ts';
import type { RedirectFacts } from './facts.ts';
import { CHANGES, type Change, RESULT } from './read-form.ts';

export interface FormOf {
  readonly facts: RedirectFacts;
  readonly change: Change;
  readonly sent: Fields;
}

const ALL: readonly Change[] = ['objective', 'result', 'step', 'graph', 'limits', 'words'];
const HINTS: Readonly<Record<Change, string>> = {
  objective: 'what is to be made',
  result: 'another text in place of one that was accepted',
  step: 'a step, and all that depends on it, is made again with your words',
  graph: 'steps, choices, the state',
  limits: 'constraints, budgets',
  words: 'a model proposes what is meant, a person agrees',
};

/** What to change, and the fields of each way; those of the others are hidden by style alone, and are not looked at. */
export function Ways({ facts, change, sent }: FormOf): JSX.Element {
  // A state machine is moved to a state instead.
  const ways = ALL.filter((each) => each !== 'step' || facts.states.length === 0);
  return h('div', null, [
    h('fieldset', { class: 'ways' }, [
      h('legend', null, 'What to change'),
      ...ways.map((each) =>
        h('div', { key: each }, [
          h('input', {
            type: 'radio',
            name: 'change',
            id: `change-${each}`,
            value: each,
            checked: each === change,
            'aria-describedby': `hint-${each}`,
          }),
          h('label', { for: `change-${each}` }, CHANGES[each]),
          h('small', { id: `hint-${each}` }, HINTS[each]),
        ]),
      ),
    ]),
    ...ways.map((each) => h('div', { key: each, class: `change ${CLASSES[each] ?? each}` }, FIELDS[each](facts, sent))),
  ]);
}

/** Where a word of the style is taken. */
const CLASSES: Readonly<Partial<Record<Change, string>>> = { graph: 'graph-change', step: 'step-again' };

const FIELDS: Readonly<Record<Change, (facts: RedirectFacts, sent: Fields) => ComponentChildren[]>> = {
  objective: ({ specification, hasObjective }, sent) => [
    h(Prefilled, { name: 'specification', label: 'Specification', text: specification, rows: 6, sent }),
    ...(hasObjective ? [area('objective', 'Fields of the objective that change (YAML or JSON)', sent, 3)] : []),
  ],
  result: ({ results, more, states, overview }, sent) => [
    ...(results.length === 0 ? [h('p', { class: 'soft' }, 'No step has a result yet that could be replaced.')] : []),
    ...results.map(({ step, text }) =>
      h('div', { key: step }, [
        h(Prefilled, { name: `${RESULT}${step}`, label: `Result of ${step}`, text, rows: 4, sent }),
        ...(text === undefined
          ? [h('p', { class: 'soft' }, 'It is too long to be edited here; what you write takes its place.')]
          : []),
      ]),
    ),
    ...(more.length === 0
      ? []
      : [
          h('p', null, [
            'Results of other steps: ',
            ...more.map((step) => [
              h(
                'a',
                {
                  href: `/console/runs/${encodeURIComponent(overview.run.id)}/redirect?result=${encodeURIComponent(step)}`,
                },
                h(Foreign, { text: step }),
              ),
              ' ',
            ]),
          ]),
        ]),
    ...(states.length === 0 ? [] : [area('variables', 'Variables that change (YAML or JSON)', sent, 3)]),
  ],
  step: ({ overview, asking }, sent) => {
    const begun = overview.steps.filter(({ attempts, artifactId }) => attempts.used > 0 || artifactId !== undefined);
    if (begun.length === 0) return [h('p', { class: 'soft' }, 'No step has begun yet.')];
    const options = begun.map(({ id }) => [id, id] as const);
    return [
      choice({ name: 'again', label: 'Step to be made again', options, none: 'choose one', sent }),
      area('guidance', 'Your words for it', sent, 3),
      h(
        'p',
        { class: 'soft' },
        'They join the constraints, headed by the name of the step, and stay there: every step that is made from then on reads them.',
      ),
      ...asking.map(({ id, question }) =>
        h('p', { key: id }, [
          'To say it to a step alone, answer “',
          h('a', { href: `/console/e/${encodeURIComponent(id)}` }, h(Foreign, { text: question })),
          '” by “Redo an earlier step”: your words then go to that step and no other.',
        ]),
      ),
    ];
  },
  graph: ({ states, groups, overview: { steps } }, sent) =>
    states.length > 0
      ? [choice({ name: 'state', label: 'State to move to', options: states.map((state) => [state, state]), sent })]
      : [
          area('add', 'Steps to add (YAML or JSON, as a definition writes them)', sent, 6),
          ticks(
            'remove.',
            'Steps to take out',
            steps.map(({ id }) => id),
            sent,
          ),
          ...(groups.length === 0
            ? []
            : [
                choice({
                  name: 'force',
                  label: 'Choice to be made',
                  options: groups.flatMap(({ id, choices }) =>
                    choices.map((one) => [JSON.stringify({ orGroup: id, choice: one }), `${id}: ${one}`] as const),
                  ),
                  sent,
                }),
              ]),
        ],
  limits: ({ constraints, overview: { run } }, sent) => [
    h(Prefilled, { name: 'constraints', label: 'Constraints', text: constraints, rows: 4, sent }),
    h(LimitFields, { budgets: run.budgets, sent }),
  ],
  words: (_facts, sent) => [
    area('words', 'Your words', sent, 4),
    h(
      'p',
      { class: 'soft' },
      'A model reads them and proposes a change, as a step of its own that joins the run. Its proposal comes back to you as a question; nothing changes before you agree.',
    ),
  ],
};

/** Steps that are made again beside what the change itself resets, and what becomes of work under way. */
export function More({ facts, sent }: Omit<FormOf, 'change'>): JSX.Element {
  const steps = facts.overview.steps.map(({ id }) => id);
  const isUsed = sent['onConflict'] === 'reject' || steps.some((step) => `reset.${step}` in sent);
  return h('details', { open: isUsed, class: 'unworded' }, [
    h('summary', null, 'More'),
    ticks('reset.', 'Steps to make again, with all that depends on them', steps, sent),
    h('label', { for: 'onConflict' }, 'Work that is in the way'),
    h('select', { id: 'onConflict', name: 'onConflict' }, [
      h('option', { value: '' }, 'is cut short'),
      h(
        'option',
        { value: 'reject', selected: sent['onConflict'] === 'reject' },
        'goes on, and the redirect is refused',
      ),
    ]),
  ]);
}

function area(name: string, label: string, sent: Fields, rows: number): JSX.Element {
  return h('div', null, [
    h('label', { for: name }, label),
    h('textarea', { id: name, name, rows, dir: 'auto' }, sent[name] ?? ''),
  ]);
}

interface ChoiceOf {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  /** Where none of them is chosen. */
  readonly none?: string;
  readonly sent: Fields;
}

function choice({ name, label, options, none = 'as it is', sent }: ChoiceOf): JSX.Element {
  return h('div', null, [
    h('label', { for: name }, label),
    h('select', { id: name, name }, [
      h('option', { value: '' }, none),
      ...options.map(([value, words]) =>
        h('option', { key: value, value, selected: sent[name] === value }, visible(words).text),
      ),
    ]),
  ]);
}

function ticks(prefix: string, legend: string, names: readonly string[], sent: Fields): JSX.Element {
  return h('fieldset', { class: 'ticks' }, [
    h('legend', null, legend),
    ...names.map((name) =>
      h('label', { key: name }, [
        h('input', { type: 'checkbox', name: `${prefix}${name}`, checked: `${prefix}${name}` in sent }),
        ' ',
        h(Foreign, { text: name }),
      ]),
    ),
  ]);
}
