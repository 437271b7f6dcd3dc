import { z } from 'zod';
import { BadCursor, type Page, type PageRequest } from '../../ports/store.ts';

/** `?limit=` and `?cursor=` of every list (R57). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});

/** The shape of every list (api 2). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    page: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  });
}

export function pageRequest({ limit, cursor }: z.output<typeof PageQuery>): PageRequest {
  return { limit, ...(cursor !== undefined && { cursor }) };
}

export function pageView<Row>(rows: readonly Row[], nextCursor: string | null) {
  return { data: [...rows], page: { nextCursor, hasMore: nextCursor !== null } };
}

/** A page of a list that is at hand as a whole. */
export function sliceOf<Row>(rows: readonly Row[], { limit, cursor }: PageRequest): Page<Row> {
  const from = cursor === undefined ? 0 : fromCursor(cursor);
  const end = from + limit;
  return { rows: rows.slice(from, end), nextCursor: end < rows.length ? toCursor(end) : null };
}

/** An opaque cursor that stands for a number. */
export function toCursor(position: number): string {
  return Buffer.from(`p${position}`).toString('base64url');
}

/** Throws `BadCursor` for what `toCursor` did not make. */
export function fromCursor(cursor: string): number {
  const match = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) throw new BadCursor('not a cursor of this list');
  return Number(match[1]);
}
