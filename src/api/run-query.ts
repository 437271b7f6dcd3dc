import { z } from 'zod';
import { RUN_STATUSES } from '../domain/event.ts';
import type { RunFilter } from '../domain/store.ts';
import { Keepable } from './text-query.ts';

/** An instant of a query, RFC 3339. */
const Moment = z.iso.datetime({ offset: true }).optional();

/** When runs were created, both ends exclusive. */
export const PeriodQuery = z.object({ createdAfter: Moment, createdBefore: Moment });

/** The filters of `GET /v1/runs`, and of everything that says "filters as runs". */
export const RunFilterQuery = PeriodQuery.extend({
  status: z.enum(RUN_STATUSES).optional(),
  workflow: Keepable.optional(),
  tag: Keepable.optional(),
});

export function filterOf({ status, workflow, tag, ...period }: z.output<typeof RunFilterQuery>): RunFilter {
  return {
    ...(status !== undefined && { status }),
    ...(workflow !== undefined && { workflow }),
    ...(tag !== undefined && { tag }),
    ...periodOf(period),
  };
}

export function periodOf({ createdAfter, createdBefore }: z.output<typeof PeriodQuery>) {
  return {
    ...(createdAfter !== undefined && { createdAfter: Date.parse(createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: Date.parse(createdBefore) }),
  };
}
