import type { FastifyInstance } from 'fastify';
import { decode } from '../http/bodies.ts';
import { Problem } from '../http/problem.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Lets the routes of this plugin, and no others, take what a page's form sends: an object of texts; of a name given twice the last. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => {
    const text = decode(body);
    if (text instanceof Problem) return done(text);
    done(null, Object.fromEntries(new URLSearchParams(text)));
  });
}

/** Whether a page's form sent it, so that a page is to follow. */
export function isForm(headers: { readonly 'content-type'?: string | undefined }): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM;
}
