import { z } from 'zod';
import { BadCursor, type Page, type PageRequest } from '../../ports/store/pages.ts';

/** `?limit=` and `?cursor=` of every list (R57). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});

/** `?view=` of a list: without it whole documents, with `row` one line of each. */
export const ListView = z.enum(['row']).optional().describe('row: at most 600 bytes of each');

export const PageMark = z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() });

/** The shape of every list (api 2). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), page: PageMark });
}

export function pageRequest({ limit, cursor }: z.output<typeof PageQuery>): PageRequest {
  return { limit, ...(cursor !== undefined && { cursor }) };
}

export function pageView<Row>(rows: readonly Row[], nextCursor: string | null) {
  return { data: [...rows], page: pageMark(nextCursor) };
}

function pageMark(nextCursor: string | null) {
  return { nextCursor, hasMore: nextCursor !== null };
}

/** Joins an answer that is more than a list: nothing where all of its list is in it. */
export function morePages(nextCursor: string | null, { cursor }: PageRequest): { page?: z.output<typeof PageMark> } {
  return nextCursor === null && cursor === undefined ? {} : { page: pageMark(nextCursor) };
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
