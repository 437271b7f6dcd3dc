import { z } from 'zod';
import { ComparisonView } from '../../../api/compare/compare.ts';
import { OverviewView } from '../../../api/overview/view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { comparePath, type Pair, restOfRun, restOfStep } from '../../parts/paths.ts';
import { attemptStatus } from '../../parts/states.ts';
import { stepAttempts } from '../../served/attempts.ts';
import { read } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { openQuestions } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { type Compared, compareScreen } from './compare.ts';
import { nothingToCompare, twoRuns } from './two-runs.ts';
import type { Choice } from './ways.ts';

const ordinal = z.coerce.number().int().min(1).max(1_000_000_000).optional();

/** Two attempts of a step, and two runs of which a step is yet to be chosen. */
export function addCompare({ app, show }: Site): void {
  const params = z.object({ id: z.string(), step: z.string() });
  const querystring = z.object({ a: ordinal, b: ordinal, run: z.string().max(200).optional() });
  app.get(
    `${CONSOLE}/runs/:id/steps/:step/compare`,
    { ...PAGE, schema: { ...HIDDEN, params, querystring } },
    async (request, reply) => {
      const rest = visitorsRest(app, request);
      const { id, step } = request.params;
      const { a, b, run: other = '' } = request.query;
      const run = other === '' || other === id ? undefined : other;
      const own = await choicesOf(rest, id, step);
      const of = [own, run === undefined ? own : await choicesOf(rest, run, step)] as const;
      const pair = pairOf({ id, step, ...(run !== undefined && { run }) }, { a, b }, of);
      if (!pair) return show(request, reply, nothingToCompare(id, step));
      const path = `${restOfStep(id, step)}/attempts/${pair.a}/compare/${pair.b}`;
      const query = run === undefined ? '' : `?${new URLSearchParams({ run }).toString()}`;
      const comparison = await read(rest, `${path}${query}`, ComparisonView);
      return show(request, reply, compareScreen({ pair, of, comparison }));
    },
  );

  const marked = z.object({ run: z.union([z.array(z.string()), z.string().transform((one) => [one])]).default([]) });
  app.get(`${CONSOLE}/compare`, { ...PAGE, schema: { ...HIDDEN, querystring: marked } }, async (request, reply) => {
    const [a, b, ...more] = request.query.run;
    if (a === undefined || b === undefined || more.length > 0) return show(request, reply, twoRuns(undefined));
    const rest = visitorsRest(app, request);
    const overviews = await Promise.all([a, b].map((id) => read(rest, `${restOfRun(id)}/overview`, OverviewView)));
    const [one, other] = overviews.map(newestOf);
    const steps = [...(one ?? [])].flatMap(([step, n]) => {
      const m = other?.get(step);
      return m === undefined ? [] : [{ id: a, run: b, step, a: n, b: m }];
    });
    const [only] = steps;
    if (only && steps.length === 1) return reply.redirect(comparePath(only), 303);
    return show(request, reply, twoRuns({ ids: [a, b], steps, runs: overviews.map(({ run }) => run) }));
  });
}

/** Without one of them the newest, and of one run the one before that; undefined where there are none. */
function pairOf(
  place: Pick<Pair, 'id' | 'step' | 'run'>,
  { a, b }: { readonly a: number | undefined; readonly b: number | undefined },
  [[newestA], [newestB]]: Compared['of'],
): Pair | undefined {
  const second = b ?? newestB?.n ?? 0;
  const first = a ?? (place.run === undefined ? second - 1 : (newestA?.n ?? 0));
  return first < 1 || second < 1 ? undefined : { ...place, a: first, b: second };
}

/** The newest first. */
async function choicesOf(rest: VisitorsRest, id: string, step: string): Promise<readonly Choice[]> {
  const { data } = await stepAttempts(rest, id, step, { limit: 50 });
  const isUnderWay = data.some(({ status }) => status === 'pending');
  const questions = isUnderWay ? (await openQuestions(rest, { runId: id })).data : [];
  const isAsked = questions.some((question) => question.step === step);
  const choices = data.flatMap(({ n, epoch, attempt, status }) =>
    n === null ? [] : [{ n, epoch, attempt, status: attemptStatus(status, isAsked) }],
  );
  return choices.toSorted((one, other) => other.n - one.n);
}

/** The newest attempt of each step that has any, by its ordinal. */
function newestOf({ attempts }: OverviewView): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { step, n } of attempts) if (n !== null) newest.set(step, Math.max(n, newest.get(step) ?? 0));
  return newest;
}
