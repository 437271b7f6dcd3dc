import { z } from 'zod';
import { GeneratorView, GuardView, ModelView } from '../../api/definitions/catalogue-routes.ts';
import { PageMark } from '../../api/http/pages.ts';
import { read } from './read.ts';
import type { VisitorsRest } from './rest.ts';

const pages = {
  guards: z.object({ data: z.array(GuardView), page: PageMark }),
  generators: z.object({ data: z.array(GeneratorView), page: PageMark }),
  models: z.object({ data: z.array(ModelView), page: PageMark }),
};

/** What a definition may name, whole. */
export const guardsIn = (rest: VisitorsRest) => all(rest, '/v1/guards', pages.guards);
export const generatorsIn = (rest: VisitorsRest) => all(rest, '/v1/generators', pages.generators);
export const modelsIn = (rest: VisitorsRest) => all(rest, '/v1/models', pages.models);

type Paged<Row> = z.ZodType<{ readonly data: Row[]; readonly page: z.output<typeof PageMark> }>;

async function all<Row>(rest: VisitorsRest, path: string, shape: Paged<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '200', ...(cursor !== '' && { cursor }) });
    const found: z.output<Paged<Row>> = await read(rest, `${path}?${query.toString()}`, shape);
    rows.push(...found.data);
    cursor = found.page.nextCursor;
  }
  return rows;
}
