import { z } from 'zod';
import { BudgetView } from '../../../api/control/budget-view.ts';
import { EscalationPageView } from '../../../api/escalations/page.ts';
import { FORM_LIMIT } from '../../../api/http/body-limits.ts';
import { OverviewView } from '../../../api/overview/view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import type { Screen } from '../../frame.ts';
import { limitsIn, valueIn } from '../../parts/fields.ts';
import { restOfRun } from '../../parts/paths.ts';
import { read, refused } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { feedId, openQuestions } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { changesOf } from './change.ts';
import { decisionIn } from './decision.ts';
import { givenTo } from './given.ts';
import { canBeAnswered, question } from './question.ts';
import type { Unsent } from './unsent.ts';

/** The question to be answered next, and how many wait with it. */
async function nextOf(rest: VisitorsRest, eid: string) {
  const { data, page } = await openQuestions(rest);
  const others = data.filter(({ id }) => id !== eid);
  const [first] = others;
  return first && { ...first, of: `${others.length}${page.hasMore ? ' or more' : ''}` };
}

/** A question, and the form that answers it. */
export function addQuestion({ app, show, now }: Site): void {
  const url = `${CONSOLE}/e/:eid`;
  const params = z.object({ eid: z.string() });
  async function shown(rest: VisitorsRest, eid: string, unsent?: Unsent): Promise<Screen> {
    const feed = await feedId(rest);
    const asked = await read(rest, `/v1/escalations/${encodeURIComponent(eid)}?view=page`, EscalationPageView);
    const next = asked.status === 'open' ? undefined : await nextOf(rest, eid);
    const [budget, changes, given, overview] = await Promise.all([
      read(rest, `${restOfRun(asked.runId)}/budget`, BudgetView),
      changesOf(rest, asked),
      givenTo(rest, asked),
      canBeAnswered(asked) ? undefined : read(rest, `${restOfRun(asked.runId)}/overview`, OverviewView),
    ]);
    return question({
      question: asked,
      budget,
      changes,
      given,
      feed,
      ...(unsent && { unsent }),
      ...(next && { next }),
      ...(overview && { overview }),
      now: now(),
    });
  }

  /** The question as it is now, with the words typed, and what is not as it was shown. */
  async function looked(rest: VisitorsRest, eid: string, fields: Unsent['fields']): Promise<Screen> {
    const asIf = { action: 'abort', shown: fields['shown'] };
    const { body } = await rest.post(`/v1/escalations/${encodeURIComponent(eid)}/decision?preview=true`, asIf);
    const { changed } = refused(body);
    return shown(rest, eid, { fields, problem: 'It is shown as it is now; your words are kept.', changed });
  }

  app.get(url, { ...PAGE, schema: { ...HIDDEN, params } }, async (request, reply) =>
    show(request, reply, await shown(visitorsRest(app, request), request.params.eid)),
  );

  const body = z.record(z.string(), z.string());
  app.post(url, { ...PAGE, bodyLimit: FORM_LIMIT, schema: { ...HIDDEN, params, body } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { eid } = request.params;
    const fields = request.body;
    // A run is ended by a second press, beside the reason.
    if (fields['action'] === 'abort') return show(request, reply, await shown(rest, eid, { fields, changed: [] }));
    const missing = missingIn(fields);
    if (missing) return show(request, reply, await shown(rest, eid, { fields, ...missing, changed: [] }), 422);
    if (fields['action'] === 'look') return show(request, reply, await looked(rest, eid, fields));
    const path = `/v1/escalations/${encodeURIComponent(eid)}/decision?wait=5s`;
    const { status, body: answer } = await rest.post(path, decisionIn(fields));
    if (status === 200 || status === 202)
      return reply.redirect(`${CONSOLE}/e/${encodeURIComponent(eid)}#happened`, 303);
    return show(request, reply, await shown(rest, eid, { fields, ...refused(answer) }), status);
  });
}

/** What an answer lacks without which it says nothing. */
function missingIn(fields: Unsent['fields']): Pick<Unsent, 'problem' | 'needs'> | undefined {
  if (fields['action'] === 'reject' && valueIn(fields, 'words') === undefined)
    return { needs: 'words', problem: 'Nothing was decided: say what is wrong, for whoever makes the next attempt.' };
  if (fields['action'] === 'raise' && Object.keys(limitsIn(fields)).length === 0)
    return { needs: 'limits', problem: 'Nothing was decided: say what the limit is to be.' };
  return undefined;
}
