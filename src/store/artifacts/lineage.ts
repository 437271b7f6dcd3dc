import type { ArtifactRecord, ArtifactStatus, Artifacts, ParentRelation } from '../../ports/store.ts';
import type { Database } from '../pool.ts';

type Lineage = Awaited<ReturnType<Artifacts['lineage']>>;

interface Row {
  readonly record: ArtifactRecord;
  readonly status: ArtifactStatus;
  readonly parents: readonly { readonly from: string; readonly relation: ParentRelation }[] | null;
}

const MOST_NODES = 1_000;

/** Edges point from what was used to what was made of it, as data flows. */
export async function lineageOf(database: Database, id: string): Promise<Lineage> {
  const rows = await database.query<Row>(LINEAGE, [id, MOST_NODES]);
  const shown = new Set(rows.map(({ record }) => record.id));
  const edges = rows.flatMap(({ record, parents }) => (parents ?? []).map((parent) => ({ ...parent, to: record.id })));
  return {
    nodes: rows.map(({ record, status }) => ({ ...record, status })),
    edges: edges.filter(({ from }) => shown.has(from)),
  };
}

const LINEAGE = {
  text: `
    with recursive ancestors (id) as (
      select $1::text union select p.parent_id from ancestors a join artifact_parents p on p.artifact_id = a.id
    ),
    descendants (id) as (
      select $1::text union select p.artifact_id from descendants d join artifact_parents p on p.parent_id = d.id
    ),
    family (id) as (
      (select id from ancestors limit $2) union (select id from descendants limit $2)
    )
    select a.record, s.status, (
      select json_agg(json_build_object('from', p.parent_id, 'relation', p.relation) order by p.parent_id, p.relation)
      from artifact_parents p where p.artifact_id = a.id
    ) as parents
    from family f join artifacts a on a.id = f.id join artifact_statuses s on s.artifact_id = a.id
    order by a.id = $1 desc, a.ordinal limit $2`,
};
