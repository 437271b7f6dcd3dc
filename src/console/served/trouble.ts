import type { FastifyRequest } from 'fastify';
import { h } from 'preact';
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
export function troubleOf(error: unknown, { url, log }: FastifyRequest): [Screen, number] {
  if (error instanceof NotShown) {
    const title = error.status === 404 ? 'There is nothing here' : 'This cannot be shown now';
    const again = error.status === 404 ? {} : { again: url };
    const code = error.code === undefined ? {} : { code: error.code };
    return [trouble({ title, detail: error.message, ...code, ...again }), error.status];
  }
  const { statusCode = 500, message = '' } = Object(error);
  if (statusCode < 500) return [trouble({ title: 'This cannot be shown', detail: message }), statusCode];
  log.error({ err: error }, 'a page failed');
  const detail = 'Something broke inside the service; it is logged.';
  return [trouble({ title: 'This cannot be shown now', detail, again: url }), 500];
}

/** What went wrong in a sentence, and a way on. */
function trouble({ title, detail, code, again }: Trouble): Screen {
  return {
    title,
    content: [
      h('h1', null, title),
      h('p', { role: 'alert' }, h(Foreign, { text: detail })),
      ...(code === undefined ? [] : [h('p', { class: 'soft' }, `Code: ${code}`)]),
      h('p', null, [
        ...(again === undefined ? [] : [h('a', { href: again }, 'Try again'), ' · ']),
        h('a', { href: '/console' }, 'Back to what waits'),
      ]),
    ],
  };
}
