import { createHash } from 'node:crypto';
import { CONSOLE } from '../../api/session/own-path.ts';
import { CONSOLE_STYLE } from '../style.ts';
import { HIDDEN, type Site } from './site.ts';

/** Where the style is: its path changes with its content, so that it is kept for good. */
export const STYLE_PATH = `${CONSOLE}/assets/style-${createHash('sha256').update(CONSOLE_STYLE).digest('hex').slice(0, 16)}.css`;

/** Files that pages name, which hold nothing of anybody: they are open, and never change under their path. */
export function addAssets({ app }: Pick<Site, 'app'>): void {
  app.get(STYLE_PATH, { config: { open: true }, schema: HIDDEN }, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(CONSOLE_STYLE),
  );
}
