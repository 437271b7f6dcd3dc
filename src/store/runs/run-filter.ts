import type { RunFilter } from '../../ports/store/runs.ts';

/** Which runs fit, over `runs r join run_views v`; its values are those of `filterValues`, $1 to $5. */
export const FITS = `
      ($1::text is null or v.status = $1)
      and ($2::text is null or r.definition_name = $2)
      and ($3::text[] is null or r.tags @> $3)
      and ($4::bigint is null or r.created_at > $4)
      and ($5::bigint is null or r.created_at < $5)`;

/**
 * The end of a statement over `runs r join run_views v`: those that fit a filter and hold a text, newest first, after a key. Its values
 * are `[...filterValues(filter), text, createdAt, id, limit]`, the text null for any, the key null for the beginning.
 */
export const NEWEST_THAT_FIT = `
    where ${FITS}
      and ($6::text is null or position(lower($6) in lower(r.id)) > 0 or position(lower($6) in lower(r.definition_name)) > 0
        or exists (select from unnest(r.tags) as tag where position(lower($6) in lower(tag)) > 0))
      and ($7::bigint is null or (r.created_at, r.id) < ($7, $8::text))
    order by r.created_at desc, r.id desc limit $9`;

export function filterValues({ status, workflow, tag, createdAfter, createdBefore }: RunFilter): readonly unknown[] {
  return [
    status ?? null,
    workflow ?? null,
    tag === undefined ? null : [tag],
    createdAfter ?? null,
    createdBefore ?? null,
  ];
}
