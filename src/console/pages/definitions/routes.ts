import { z } from 'zod';
import { DiffView } from '../../../api/artifacts/diff-view.ts';
import { DefinitionPageView } from '../../../api/definitions/page.ts';
import { PageMark } from '../../../api/http/pages.ts';
import { DefinitionGraphView } from '../../../api/inspection/graph-view.ts';
import { StatsView } from '../../../api/learning/stats-view.ts';
import { DefinitionRowView } from '../../../api/rows/definition-row.ts';
import { definitionPaths } from '../../parts/definitions.ts';
import { issuesIn } from '../../served/issues.ts';
import { Published } from '../../served/published.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { definitionScreen } from './definition.ts';
import { definitionsScreen } from './list.ts';

const rows = z.object({ data: z.array(DefinitionRowView), page: PageMark });

/** The list of definitions, and a page for each. */
export function addDefinitions(site: Site): void {
  addList(site);
  addDefinition(site);
}

function addList({ app, show, now }: Site): void {
  const querystring = z.object({ cursor: z.string().optional(), bundled: z.literal('true').optional() });
  app.get(definitionPaths.list, { ...PAGE, schema: { ...HIDDEN, querystring } }, async (request, reply) => {
    const { cursor, bundled } = request.query;
    const asked = bundled === undefined ? {} : { bundled };
    const query = new URLSearchParams({ view: 'row', limit: '100', ...asked, ...(cursor !== undefined && { cursor }) });
    const found = await read(visitorsRest(app, request), `/v1/workflows?${query.toString()}`, rows);
    const { nextCursor } = found.page;
    const next = new URLSearchParams({ ...asked, cursor: nextCursor ?? '' });
    const more = nextCursor === null ? {} : { more: `${definitionPaths.list}?${next.toString()}` };
    const all = bundled === undefined ? { bundled: `${definitionPaths.list}?bundled=true` } : {};
    return show(request, reply, definitionsScreen({ rows: found.data, ...more, ...all, now: now() }));
  });
}

function addDefinition({ app, show, now }: Site): void {
  const params = z.object({ name: z.string() });
  const querystring = z.object({
    version: z.string().optional(),
    against: z.string().optional(),
    published: Published,
  });
  const schema = { ...HIDDEN, params, querystring };
  app.get(`${definitionPaths.list}/:name`, { ...PAGE, schema }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { version: asked, against, published } = request.query;
    const wanted = asked === undefined ? '' : `/versions/${encodeURIComponent(asked)}`;
    const path = definitionPaths.rest(request.params.name);
    const definition = await read(rest, `${path}${wanted}?view=page`, DefinitionPageView);
    const { name, version } = definition;
    const of = new URLSearchParams({ workflow: name, version: String(version), limit: '200' });
    const from = against ?? (version > 1 ? String(version - 1) : undefined);
    const [stats, graph, told] = await Promise.all([
      read(rest, `/v1/stats?${of.toString()}`, StatsView),
      read(rest, `${path}/versions/${version}/graph`, DefinitionGraphView),
      from === undefined
        ? undefined
        : read(rest, `${path}/versions/${encodeURIComponent(from)}/diff/${version}`, DiffView),
    ]);
    const diff = told && from !== undefined ? { diff: { from: Number(from), told } } : {};
    const warnings = issuesIn(definition.warnings);
    const screen = definitionScreen({ definition, warnings, stats, graph, ...diff, published, now: now() });
    return show(request, reply, screen);
  });
}
