import { z } from 'zod';
import { evolve } from '../../engine.ts';
import type { Compiled, Plan } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import { INITIAL } from '../../model/run-state.ts';
import { DiffView, diffView } from '../artifacts/diff-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { DefinitionGraphView } from '../inspection/graph-view.ts';
import { GraphQuery, graphAnswer, sendGraph } from '../inspection/send-graph.ts';
import { readProblems } from '../reference/responses.ts';
import { createdEvent } from '../runs/begin-run.ts';
import { mustFindDefinition } from '../runs/lookups.ts';

const Version = z.object({ name: z.string(), version: z.string() });

/** What a definition looks like before any run of it: its graph, and what changed from one version to another. */
export function addVersionViews(
  app: ZodApp,
  { store, layOut, writeYaml }: ApiContext,
  versionOf: (params: z.output<typeof Version>) => number,
): void {
  app.get(
    '/v1/workflows/:name/versions/:version/graph',
    {
      schema: {
        tags: ['workflows'],
        params: Version,
        querystring: GraphQuery,
        response: {
          200: graphAnswer(DefinitionGraphView),
          304: z.undefined().describe('Not modified'),
          ...readProblems(),
        },
      },
    },
    async ({ params, query, headers }, reply) => {
      const found = await mustFindDefinition(store, params.name, versionOf(params));
      const etag = etagOf(found.digest);
      reply.header('etag', etag);
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send();
      const title = `Graph of ${found.name}, version ${found.version}`;
      return sendGraph(
        reply,
        query.format,
        { run: unbegun(found.plan, found), isDefinition: true, title, facts: {} } as const,
        layOut,
      );
    },
  );

  app.get(
    '/v1/workflows/:name/versions/:version/diff/:other',
    {
      schema: {
        tags: ['workflows'],
        params: Version.extend({ other: z.string() }),
        response: { 200: DiffView, ...readProblems() },
      },
    },
    async ({ params: { name, version, other } }) => {
      const [before, after] = await Promise.all(
        [version, other].map((one) => mustFindDefinition(store, name, versionOf({ name, version: one }))),
      );
      const side = (found: typeof before) => ({ id: `${name}@${found?.version}`, text: writeYaml(found?.document) });
      return diffView(side(before), side(after));
    },
  );
}

/** A run of a definition in which nothing has happened yet. */
export function unbegun(compiled: Compiled, definition: Plan['definition']): Run {
  const plan: Plan = { ...compiled, definition };
  return { plan, state: evolve(INITIAL, createdEvent({ id: '', plan, createdAt: 0 }, { principal: '' })) };
}
