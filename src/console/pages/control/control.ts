import { type ComponentChildren, h, type JSX } from 'preact';
import type { PreviewView } from '../../../api/control/preview.ts';
import type { OverviewView } from '../../../api/overview/view.ts';
import type { Screen } from '../../frame.ts';
import { type Fields, valueIn } from '../../parts/fields.ts';
import { Effects, IfYouSend, sentence } from '../../parts/foretold.ts';
import { LimitFields } from '../../parts/limit-fields.ts';
import { ofRun } from '../../parts/of-run.ts';
import { runPath } from '../../parts/paths.ts';
import { Foreign } from '../../parts/texts.ts';
import { FOR_GOOD, type Verb } from './verbs.ts';

export interface ControlScreen {
  readonly overview: OverviewView;
  /** What can be done as the run stands, and what each would do. */
  readonly verbs: readonly { readonly verb: Verb; readonly preview: PreviewView }[];
  /** The turn that it is in, where it goes by turns. */
  readonly turn?: number;
  readonly models: readonly string[];
  /** Stands for one fork, so that pressing twice makes one. */
  readonly forkKey: string;
  /** What was typed; it is all there again. */
  readonly sent: Fields;
  /** Of limits or a fork: what they would do, and a digest of what was asked. */
  readonly foretold?: { readonly preview: PreviewView; readonly effect: string };
  /** Why nothing was done. */
  readonly problem?: string;
}

/** What can be done with a run as a whole; each entry tells first what it would do (console 2.2). */
export function controlScreen(screen: ControlScreen): Screen {
  const { overview, problem, verbs, sent } = screen;
  const { run } = overview;
  return ofRun('Control', run, [
    ...(problem === undefined || isElsewhere(sent)
      ? []
      : [h('p', { class: 'alert', role: 'alert' }, h(Foreign, { text: problem }))]),
    ...(verbs.length === 0 ? [h('p', null, 'The run has ended: only a fork goes on from it.')] : []),
    ...verbs.map(({ verb, preview }) => h(Entry, { key: verb.action, screen, verb, preview })),
    ...(run.endedAt === undefined ? [h(Limits, screen)] : []),
    h(Fork, screen),
    h('p', null, h('a', { href: runPath(run.id) }, 'Back')),
  ]);
}

/** What went wrong with a form that has a place of its own for saying so. */
function isElsewhere({ action = '' }: Fields): boolean {
  return action.startsWith('budget') || action.startsWith('fork') || action === 'terminate';
}

interface EntryOf {
  readonly screen: ControlScreen;
  readonly verb: Verb;
  readonly preview: PreviewView;
}

function Entry({ screen: { overview, sent, problem }, verb, preview }: EntryOf): JSX.Element {
  const { action, label, isFinal } = verb;
  const isSecond = isFinal === true && sent['action'] === action;
  const isOwn = sent['action'] === action || sent['action'] === `${FOR_GOOD}${action}`;
  const does = `does-${action}`;
  return h('section', { 'aria-label': label, id: action, class: 'verb' }, [
    h('h2', null, label),
    h('div', { id: does, class: 'effects' }, [
      h('p', null, h(Foreign, { text: sentence(preview.consequence) })),
      h(Effects, { told: { preview, attempts: overview.attempts }, brief: true }),
    ]),
    ...(isSecond && problem !== undefined ? [h('p', { class: 'alert', role: 'alert' }, problem)] : []),
    h('form', { method: 'post', action: `${runPath(overview.run.id)}/control${isFinal ? `#${action}` : ''}` }, [
      h('div', { class: 'line' }, [
        h('div', null, [
          h('label', { for: `reason-${action}` }, 'Why (for the log)'),
          h('input', {
            id: `reason-${action}`,
            name: 'reason',
            value: isOwn ? (sent['reason'] ?? '') : '',
            maxLength: 2_000,
          }),
        ]),
        h(
          'button',
          {
            type: 'submit',
            name: 'action',
            value: isSecond ? `${FOR_GOOD}${action}` : action,
            'aria-describedby': does,
          },
          isFinal === true && !isSecond ? `${label} …` : label,
        ),
      ]),
    ]),
  ]);
}

/** What limits or a fork would do, and why they were refused. */
function Told({ screen, of }: { readonly screen: ControlScreen; readonly of: 'budget' | 'fork' }): JSX.Element | null {
  const { sent, foretold, problem, overview } = screen;
  if (!isSent(sent, of)) return null;
  return h('div', null, [
    ...(problem === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, h(Foreign, { text: problem }))]),
    ...(foretold
      ? [
          h(IfYouSend, { told: { preview: foretold.preview, attempts: of === 'fork' ? [] : overview.attempts } }),
          h('input', { type: 'hidden', name: 'revision', value: `${foretold.preview.revision}` }),
          h('input', { type: 'hidden', name: 'effect', value: foretold.effect }),
        ]
      : []),
  ]);
}

function isForetold({ sent, foretold }: ControlScreen, of: 'budget' | 'fork'): boolean {
  return foretold !== undefined && isSent(sent, of);
}

function isSent({ action = '' }: Fields, of: 'budget' | 'fork'): boolean {
  return action.startsWith(of);
}

interface FoldedOf {
  readonly name: string;
  readonly id: 'budget' | 'fork';
  readonly consequence: string;
  readonly open: boolean;
  readonly children?: ComponentChildren;
}

/** A long form that is seldom needed: its name and what it does stand, the rest is opened. A browser opens what an address leads into. */
function Folded({ name, id, consequence, open, children }: FoldedOf): JSX.Element {
  return h('section', { 'aria-label': name, class: 'verb' }, [
    h('details', { open }, [
      h('summary', null, [h('h2', null, name), h('p', null, consequence)]),
      h('div', { id, tabIndex: -1 }, children),
    ]),
  ]);
}

function Limits(screen: ControlScreen): JSX.Element {
  const { overview, sent } = screen;
  const { run } = overview;
  const folded = {
    name: 'Budget',
    id: 'budget',
    consequence: 'Limits hold at once; a run that waits for budget goes on.',
    open: run.status === 'budget_exceeded' || isSent(sent, 'budget'),
  } as const;
  return h(Folded, folded, [
    h('p', null, 'Empty fields stay as they are.'),
    h('form', { method: 'post', action: `${runPath(run.id)}/control#budget` }, [
      h(LimitFields, { budgets: run.budgets, sent }),
      h(Told, { screen, of: 'budget' }),
      h('p', { class: 'buttons' }, [
        ...(isForetold(screen, 'budget')
          ? [h('button', { type: 'submit', name: 'action', value: 'budget', class: 'primary' }, 'Set the budget'), ' ']
          : []),
        h('button', { type: 'submit', name: 'action', value: 'budget-preview' }, 'Preview'),
      ]),
    ]),
  ]);
}

function Fork(screen: ControlScreen): JSX.Element {
  const { overview, sent, turn, models, forkKey } = screen;
  const { run, steps } = overview;
  const from = valueIn(sent, 'fromStep');
  const folded = {
    name: 'Fork',
    id: 'fork',
    consequence: 'Another run takes over what came before, and makes the rest again. This one stays as it is.',
    open: screen.verbs.length === 0 || from !== undefined || isSent(sent, 'fork'),
  } as const;
  return h(Folded, folded, [
    h('form', { method: 'post', action: `${runPath(run.id)}/control#fork` }, [
      h('input', { type: 'hidden', name: 'key', value: sent['key'] ?? forkKey }),
      ...(turn !== undefined
        ? [
            h('label', { for: 'fromTurn' }, `From turn (the present one, ${turn}, where it is empty)`),
            h('input', {
              id: 'fromTurn',
              name: 'fromTurn',
              type: 'number',
              min: 1,
              max: turn,
              value: sent['fromTurn'] ?? '',
            }),
          ]
        : [
            h('label', { for: 'fromStep' }, 'From step'),
            h(
              'select',
              { id: 'fromStep', name: 'fromStep' },
              steps.map(({ id }) => h('option', { key: id, value: id, selected: id === from }, id)),
            ),
          ]),
      h('label', { for: 'specification' }, 'Specification (as it is where it is empty)'),
      h('textarea', { id: 'specification', name: 'specification', rows: 3, dir: 'auto' }, sent['specification'] ?? ''),
      h('label', { for: 'model' }, 'Model (as it is where it is empty)'),
      h('input', { id: 'model', name: 'model', list: 'models', value: sent['model'] ?? '' }),
      h(
        'datalist',
        { id: 'models' },
        models.map((model) => h('option', { key: model, value: model })),
      ),
      h(Told, { screen, of: 'fork' }),
      h('p', { class: 'buttons' }, [
        ...(isForetold(screen, 'fork')
          ? [h('button', { type: 'submit', name: 'action', value: 'fork', class: 'primary' }, 'Begin the fork'), ' ']
          : []),
        h('button', { type: 'submit', name: 'action', value: 'fork-preview' }, 'Preview'),
      ]),
    ]),
  ]);
}
