import type { RunFilter } from '../../ports/store.ts';

/** Which runs fit, over `runs r join run_views v`; its values are those of `filterValues`, $1 to $5. */
export const FITS = `
      ($1::text is null or v.status = $1)
      and ($2::text is null or r.definition_name = $2)
      and ($3::text[] is null or r.tags @> $3)
      and ($4::bigint is null or r.created_at > $4)
      and ($5::bigint is null or r.created_at < $5)`;

/**
 * The end of a statement over `runs r join run_views v`: those that fit a filter, newest first, after a key. Its values are
 * `[...filterValues(filter), createdAt, id, limit]`, the key null for the beginning.
 */
export const NEWEST_THAT_FIT = `
    where ${FITS}
      and ($6::bigint is null or (r.created_at, r.id) < ($6, $7::text))
    order by r.created_at desc, r.id desc limit $8`;

export function filterValues({ status, workflow, tag, createdAfter, createdBefore }: RunFilter): readonly unknown[] {
  return [
    status ?? null,
    workflow ?? null,
    tag === undefined ? null : [tag],
    createdAfter ?? null,
    createdBefore ?? null,
  ];
}
