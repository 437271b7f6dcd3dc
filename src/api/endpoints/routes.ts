import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../http/pages.ts';
import { notFound } from '../http/problem.ts';
import { readProblems, writeProblems } from '../reference/responses.ts';
import { askerOf } from '../runs/record.ts';
import { CapView, capViews } from './caps.ts';
import { EndpointView, endpointViews, RetriedView, retryQuestions } from './endpoints.ts';

const RetryRequest = z.strictObject({
  dryRun: z.boolean().optional().describe('say which questions, and change nothing'),
  comment: z.string().max(1_000).optional(),
});

/** The endpoints of models: whether they are there, what caps leave, and what to do about the questions that an outage led to. */
export function endpointRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/endpoints',
      {
        schema: {
          tags: ['catalogues'],
          querystring: PageQuery,
          response: { 200: pageOf(EndpointView), ...readProblems() },
        },
      },
      async ({ query }) => {
        const { rows, nextCursor } = sliceOf(await endpointViews(context), pageRequest(query));
        return pageView([...rows], nextCursor);
      },
    );

    app.get(
      '/v1/endpoints/:name',
      {
        schema: {
          tags: ['catalogues'],
          params: z.object({ name: z.string() }),
          response: { 200: EndpointView, ...readProblems() },
        },
      },
      async ({ params: { name } }) => {
        const found = (await endpointViews(context)).find((one) => one.name === name);
        if (!found) throw notFound('endpoint', name);
        return found;
      },
    );

    app.get(
      '/v1/caps',
      {
        schema: { tags: ['catalogues'], querystring: PageQuery, response: { 200: pageOf(CapView), ...readProblems() } },
      },
      async ({ query }) => {
        const { rows, nextCursor } = sliceOf(await capViews(context), pageRequest(query));
        return pageView([...rows], nextCursor);
      },
    );

    app.post(
      '/v1/endpoints/:name/retry',
      {
        schema: {
          tags: ['escalations'],
          params: z.object({ name: z.string() }),
          body: RetryRequest.nullish(),
          response: { 200: RetriedView, ...writeProblems() },
        },
      },
      async (request) => {
        const { dryRun = false, comment } = request.body ?? {};
        return retryQuestions(context, { name: request.params.name, dryRun, comment }, askerOf(request));
      },
    );
  };
}
