import { budgetsSchema } from '../../definitions/schema/budgets.ts';
import { component } from '../reference/components.ts';

/** Limits that are raised or lowered: at least one (R62). */
export const Limits = component(
  'Limits',
  budgetsSchema.refine((limits) => Object.keys(limits).length > 0, {
    message: 'Name at least one limit.',
    when: ({ issues }) => issues.length === 0,
  }),
);
