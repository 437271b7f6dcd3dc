import { h, type JSX } from 'preact';
import type { Screen } from '../../frame.ts';
import { type Fields, valueIn } from '../../parts/fields.ts';
import { type Foretold, IfYouSend } from '../../parts/foretold.ts';
import { ofRun } from '../../parts/of-run.ts';
import { runPath } from '../../parts/paths.ts';
import { Foreign } from '../../parts/texts.ts';
import type { RedirectFacts } from './facts.ts';
import { More, Ways } from './form.ts';
import { type Change, changeIn } from './read-form.ts';

export interface RedirectScreen {
  readonly facts: RedirectFacts;
  /** What was typed; it is all there again. */
  readonly sent: Fields;
  /** What would happen, and a digest of the request that it was asked for. */
  readonly foretold?: { readonly told: Foretold; readonly effect: string };
  /** Why nothing was sent. */
  readonly problem?: string;
}

/** Redirecting a run: what to change, what would follow, and then the sending (console 2.4). */
export function redirectScreen(screen: RedirectScreen): Screen {
  const { run } = screen.facts.overview;
  const isOver = run.endedAt !== undefined;
  return ofRun('Redirect', run, [h(isOver ? Over : Form, screen)]);
}

function Over({ facts: { overview } }: RedirectScreen): JSX.Element {
  const { id, status } = overview.run;
  const control = `${runPath(id)}/control`;
  return h('p', { class: 'alert', role: 'alert' }, [
    status === 'stopped' ? 'The run is stopped: ' : 'The run has ended, so that it cannot be redirected: ',
    h(
      'a',
      { href: status === 'stopped' ? control : `${control}#fork` },
      status === 'stopped' ? 'resume it first' : 'fork it instead',
    ),
    '.',
  ]);
}

function Form({ facts, sent, foretold, problem }: RedirectScreen): JSX.Element {
  const { id } = facts.overview.run;
  const change: Change = changeIn(sent) ?? (facts.results.length > 0 ? 'result' : 'objective');
  return h('form', { method: 'post', action: `${runPath(id)}/redirect#foretold`, class: 'redirect' }, [
    h(Ways, { facts, change, sent }),
    h(More, { facts, sent }),
    h('label', { for: 'why' }, 'Why (for the log)'),
    h('small', { id: 'why-about' }, 'Left empty, the log says what was changed.'),
    h('input', {
      id: 'why',
      name: 'why',
      value: valueIn(sent, 'why') ?? '',
      maxLength: 2_000,
      'aria-describedby': 'why-about',
    }),
    h('div', { id: 'foretold', tabIndex: -1 }, [
      ...(problem === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, h(Foreign, { text: problem }))]),
      ...(foretold
        ? [
            h(IfYouSend, { told: foretold.told }),
            h('input', { type: 'hidden', name: 'revision', value: `${foretold.told.preview.revision}` }),
            h('input', { type: 'hidden', name: 'effect', value: foretold.effect }),
          ]
        : []),
    ]),
    h('p', { class: 'buttons' }, [
      ...(foretold
        ? [h('button', { type: 'submit', name: 'action', value: 'send', class: 'primary' }, 'Send the correction'), ' ']
        : []),
      h('button', { type: 'submit', name: 'action', value: 'preview', formNoValidate: true }, 'Preview'),
      ' ',
      h('a', { href: runPath(id) }, 'Back'),
    ]),
  ]);
}
