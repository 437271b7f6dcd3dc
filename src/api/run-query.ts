import { z } from 'zod';
import { RUN_STATUSES } from '../model/event.ts';
import type { RunFilter } from '../ports/store.ts';
import { Keepable } from './http/text-query.ts';

/** An instant of a query, RFC 3339. */
const Moment = z.iso.datetime({ offset: true }).optional();

/** The filters of `GET /v1/runs`, and of everything that says "filters as runs"; both ends of the period are exclusive. */
export const RunFilterQuery = z.object({
  createdAfter: Moment,
  createdBefore: Moment,
  status: z.enum(RUN_STATUSES).optional(),
  workflow: Keepable.optional(),
  tag: Keepable.optional(),
});

export function filterOf({
  status,
  workflow,
  tag,
  createdAfter,
  createdBefore,
}: z.output<typeof RunFilterQuery>): RunFilter {
  return {
    ...(status !== undefined && { status }),
    ...(workflow !== undefined && { workflow }),
    ...(tag !== undefined && { tag }),
    ...(createdAfter !== undefined && { createdAfter: Date.parse(createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: Date.parse(createdBefore) }),
  };
}
