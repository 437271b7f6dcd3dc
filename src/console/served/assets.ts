import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CONSOLE } from '../../api/session/own-path.ts';
import { CONSOLE_STYLE } from '../style.ts';
import { NotShown } from './read.ts';
import { HIDDEN, type Site } from './site.ts';

/** A script of pages. */
export interface Island {
  readonly name: string;
  /** Named by its content. */
  readonly file: string;
  readonly body: Uint8Array;
}

/** Where pages find their style and scripts; each path changes with its content. */
export interface Assets {
  readonly style: string;
  /** Undefined where scripts could not be built: pages work without. */
  script(island: string): Promise<string | undefined>;
}

const ASSETS = `${CONSOLE}/assets`;
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' };
const STYLE = `${ASSETS}/style-${createHash('sha256').update(CONSOLE_STYLE).digest('hex').slice(0, 16)}.css`;

/** Files that pages name, which hold nothing of anybody: they are open, and never change under their path. */
export function addAssets({ app }: Pick<Site, 'app'>, islands: Promise<readonly Island[]>): Assets {
  const open = { config: { open: true } };
  app.get(STYLE, { ...open, schema: HIDDEN }, (_request, reply) =>
    reply.headers(FOREVER).type('text/css; charset=utf-8').send(CONSOLE_STYLE),
  );
  const params = z.object({ file: z.string() });
  app.get(`${ASSETS}/:file`, { ...open, schema: { ...HIDDEN, params } }, async ({ params: { file } }, reply) => {
    const found = (await islands).find((island) => island.file === file);
    if (!found) throw new NotShown(404, { detail: 'No page of this version names such a file.' });
    return reply.headers(FOREVER).type('text/javascript; charset=utf-8').send(found.body);
  });
  return {
    style: STYLE,
    async script(name) {
      const found = (await islands).find((island) => island.name === name);
      return found && `${ASSETS}/${found.file}`;
    },
  };
}
