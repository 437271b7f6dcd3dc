import { z } from 'zod';
import { BudgetView } from '../control/budget-view.ts';
import { WhyView } from '../inspection/why-view.ts';
import { component } from '../reference/components.ts';
import { AttemptRowView } from '../rows/attempt-row.ts';
import { QuestionRowView } from '../rows/question-row.ts';
import { RunView } from '../runs/view.ts';
import { StepView } from '../steps/view.ts';

/** A run without what may be long: its input, specification and result have addresses of their own. */
const OverviewRun = component(
  'OverviewRun',
  RunView.omit({ input: true, specification: true, guards: true, result: true }).extend({
    inputLine: z
      .string()
      .describe('the beginning of its input as JSON; an ellipsis at its end says that there is more'),
  }),
);

export const OverviewView = component(
  'Overview',
  z.object({
    run: OverviewRun,
    budget: BudgetView,
    why: WhyView.describe('with its newest ten reasons'),
    steps: z.array(StepView).describe('in declared order'),
    attempts: z.array(AttemptRowView).describe('oldest first: the newest 20 of each step, and 200 in all'),
    questions: z.array(QuestionRowView).describe('the open ones, oldest first'),
    leftOut: z
      .object({ attempts: z.number(), attemptsOf: z.record(z.string(), z.number()) })
      .describe('attempts that are not shown: in all, and of each step that lacks some'),
  }),
);
export type OverviewView = z.output<typeof OverviewView>;
