import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { htmlOf } from './html/document.ts';
import { reportOf } from './make-report.ts';
import { markdownOf } from './md/document.ts';
import { REPORT_FORMAT } from './report.ts';

const FORMS = {
  html: { type: 'text/html; charset=utf-8', write: htmlOf },
  md: { type: 'text/markdown; charset=utf-8', write: markdownOf },
};

const REPORT = {
  description: 'The report; what does not fit into 8 MiB is left out, and counted in it',
  content: {
    'text/html': { schema: z.string() },
    'text/markdown': { schema: z.string() },
  },
};

/** A run in one file (console 5). */
export function reportRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/runs/:id/report',
      {
        schema: {
          tags: ['runs'],
          params: z.object({ id: z.string() }),
          querystring: z.object({ format: z.enum(['html', 'md']).default('html') }),
          response: { 200: REPORT, 304: z.undefined().describe('Not modified'), ...readProblems() },
        },
      },
      async ({ params, query: { format }, headers }, reply) => {
        const known = tagOf((await mustFindRun(context.store, params.id)).state.seq);
        if (isUnchanged(headers['if-none-match'], known)) return reply.header('etag', known).code(304).send();
        const report = await reportOf(context, params.id);
        const { type, write } = FORMS[format];
        reply
          .header('etag', tagOf(report.run.seq))
          .header('x-content-type-options', 'nosniff')
          .header('content-disposition', `attachment; filename="${fileName(report.run.id)}.${format}"`)
          .type(type);
        return reply.send(write(report));
      },
    );
  };
}

/** By the log, and by how reports are written. */
function tagOf(seq: number): string {
  return etagOf(`${seq}-${REPORT_FORMAT}`);
}

/** An id with nothing in it that a file system or a header gives a meaning. */
function fileName(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 100);
}
