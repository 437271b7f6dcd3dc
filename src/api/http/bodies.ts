import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { decodeText, NotUtf8 } from '../../text/decode-text.ts';
import { readJson } from '../../text/parse-json.ts';
import { invalid, Problem } from './problem.ts';
import { unkeepable } from './readable.ts';

/**
 * Makes JSON in UTF-8 the only body; an empty one counts as none. A key that is written twice, and what cannot be stored, is refused before
 * any route sees it.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) =>
      body.length === 0 ? undefined : jsonIn(bodyText(body, headers)),
  );
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined && needsBody(routeOptions.schema?.body)) throw noBody();
    const issues = unkeepable(body);
    if (issues.length > 0) throw invalid(issues);
  });
}

function needsBody(schema: unknown): boolean {
  return schema instanceof z.ZodType && !schema.safeParse(undefined).success;
}

function noBody(): Problem {
  return new Problem(400, 'invalid_body', 'This route needs a body: send JSON as application/json.');
}

function jsonIn(text: string): unknown {
  const parsed = readJson(text);
  const { issues = [] } = parsed;
  const [first] = issues;
  if (first?.code === 'invalid_json') throw new Problem(400, 'invalid_json', first.detail, { errors: issues });
  if (!('document' in parsed) || first !== undefined) throw invalid(issues);
  return parsed.document;
}

/** Returns the text of a body. Throws a `Problem` for bytes that are not UTF-8, and where the request announces another encoding. */
export function bodyText(body: string | Buffer, headers: { readonly 'content-type'?: string | undefined }): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    const detail = `Content-Type announces ${charset}. Send the body in UTF-8, and say charset=utf-8 or nothing.`;
    throw new Problem(415, 'unsupported_media_type', detail);
  }
  if (typeof body === 'string') return body;
  try {
    return decodeText(body);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new Problem(400, 'invalid_encoding', `The body ${error.what}. Send it as text in UTF-8.`);
  }
}
