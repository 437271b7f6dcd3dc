import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyText } from '../http/bodies.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Lets the routes of this plugin, and no others, take what a page's form sends: an object of texts; of a name given twice the last. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
    Object.fromEntries(new URLSearchParams(bodyText(body, headers))),
  );
}

/** Whether a page's form sent it, so that a page is to follow. */
export function isForm(headers: { readonly 'content-type'?: string | undefined }): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM;
}
