import { h } from 'preact';
import type { Screen } from '../../frame.ts';

export interface SignIn {
  /** Where to go then: a path of this service. */
  readonly to: string;
  /** Why it was not so the last time. */
  readonly problem?: string;
}

/** One password field, whose content goes once, in the body of a request. */
export function signIn({ to, problem }: SignIn): Screen {
  return {
    title: 'Sign in',
    content: [
      h('h1', null, 'Sign in'),
      ...(problem === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, problem)]),
      h('form', { method: 'post', action: '/v1/session' }, [
        h('input', { type: 'hidden', name: 'to', value: to }),
        h('label', { for: 'key' }, 'Key'),
        h('input', { id: 'key', name: 'key', type: 'password', required: true, autocomplete: 'current-password' }),
        h('p', { class: 'soft' }, 'It is the key of this service (DSAP_API_KEY). It is sent once and not kept.'),
        h('button', { type: 'submit', class: 'primary' }, 'Sign in'),
      ]),
    ],
  };
}
