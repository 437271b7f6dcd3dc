import type { FastifyRequest } from 'fastify';
import { h, type JSX } from 'preact';
import { bodyTooLarge } from '../../api/http/body-limits.ts';
import { CONSOLE } from '../../api/session/own-path.ts';
import type { Screen } from '../frame.ts';
import { Foreign } from '../parts/texts.ts';
import { NotShown } from './read.ts';

interface Trouble {
  readonly title: string;
  readonly detail: string;
  /** The problem's code, for who asks for help. */
  readonly code?: string;
  /** The page that was asked for, where trying again may help. */
  readonly again?: string;
}

/** Words for what cannot be shown, and the status of the answer. */
export async function troubleOf(error: Error, request: FastifyRequest): Promise<[Screen, number]> {
  const { url, log } = request;
  if (error instanceof NotShown) {
    if (error.status === 404) return [nothingHere(error, url), 404];
    const code = error.code === undefined ? {} : { code: error.code };
    return [trouble({ title: 'This cannot be shown now', detail: error.message, ...code, again: url }), error.status];
  }
  const tooLarge = await bodyTooLarge(error, request);
  if (tooLarge) return [trouble({ title: 'This is too large', detail: tooLarge.message }), tooLarge.status];
  const { statusCode = 500, message = '' } = Object(error);
  if (statusCode < 500) return [trouble({ title: 'This cannot be shown', detail: message }), statusCode];
  log.error({ err: error }, 'a page failed');
  const detail = 'Something broke inside the service; it is logged.';
  return [trouble({ title: 'This cannot be shown now', detail, again: url }), 500];
}

/** For an address that names nothing, or nothing that there is. */
export function nothingHere({ code = '', message }: Pick<NotShown, 'code' | 'message'>, url: string): Screen {
  const [path = ''] = url.split('?');
  const isOfPair = code === 'attempt_not_found' && path.endsWith('/compare');
  return {
    title: NOTHING,
    content: [
      h('h1', null, NOTHING),
      h('p', { role: 'alert' }, h(Foreign, { text: MISSING[code] ?? message })),
      ...(isOfPair ? [h('p', null, h('a', { href: path }, 'Compare the newest two'))] : []),
      h(Elsewhere, null),
    ],
  };
}

const NOTHING = 'There is nothing here';

/** What is not there, in the words of the console. */
const MISSING: Readonly<Record<string, string>> = {
  workflow_not_found: 'There is no such definition, or no such version of it.',
  escalation_not_found: 'There is no such question.',
};

/** Ways on from where nothing is. */
function Elsewhere(): JSX.Element {
  return h('p', null, [
    h('a', { href: CONSOLE }, 'Waiting: what asks a person'),
    ' · ',
    h('a', { href: `${CONSOLE}/runs` }, 'All runs'),
    ' · ',
    h('a', { href: `${CONSOLE}/definitions` }, 'All definitions'),
  ]);
}

/** What went wrong in a sentence, and a way on. */
function trouble({ title, detail, code, again }: Trouble): Screen {
  return {
    title,
    content: [
      h('h1', null, title),
      h('p', { role: 'alert' }, h(Foreign, { text: detail })),
      ...(code === undefined ? [] : [h('p', { class: 'soft' }, `Code: ${code}`)]),
      ...(again === undefined ? [] : [h('p', null, h('a', { href: again }, 'Try again'))]),
      h(Elsewhere, null),
    ],
  };
}
