import { z } from 'zod';
import { PreviewView } from '../../../api/control/preview.ts';
import { FORM_LIMIT } from '../../../api/http/body-limits.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import type { Fields } from '../../parts/fields.ts';
import { restOfRun, runPath } from '../../parts/paths.ts';
import { refused } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { constraintsOf, redirectFacts } from './facts.ts';
import { doneQuery } from './outcome.ts';
import { correctionIn, digestOfEffect } from './read-form.ts';
import { type RedirectScreen, redirectScreen } from './redirect.ts';

const url = `${CONSOLE}/runs/:id/redirect`;
const params = z.object({ id: z.string() });

/** Correcting a run: a form, its preview, and the sending for the revision that was previewed. */
export function addRedirect({ app, show }: Site): void {
  const querystring = z.object({ result: z.string().optional(), again: z.string().optional() });
  app.get(url, { ...PAGE, schema: { ...HIDDEN, params, querystring } }, async (request, reply) => {
    const { result, again } = request.query;
    const facts = await redirectFacts(visitorsRest(app, request), request.params.id, result);
    const sent: Fields = again === undefined ? {} : { change: 'step', again };
    return show(request, reply, redirectScreen({ facts, sent }));
  });

  const body = z.record(z.string(), z.string());
  app.post(url, { ...PAGE, bodyLimit: FORM_LIMIT, schema: { ...HIDDEN, params, body } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const answer = await answered(rest, request.params.id, request.body);
    if ('to' in answer) return reply.redirect(answer.to, 303);
    const facts = await redirectFacts(rest, request.params.id, undefined);
    const { status, screen } = answer;
    const foretold = screen.foretold && {
      ...screen.foretold,
      told: { ...screen.foretold.told, attempts: facts.overview.attempts, steps: facts.overview.steps },
    };
    return show(
      request,
      reply,
      redirectScreen({ facts, sent: request.body, ...screen, ...(foretold && { foretold }) }),
      status,
    );
  });
}

type Answered =
  | { readonly to: string }
  | { readonly status: number; readonly screen: Pick<RedirectScreen, 'foretold' | 'problem'> };

async function answered(rest: VisitorsRest, id: string, fields: Fields): Promise<Answered> {
  const asked = correctionIn(fields, fields['change'] === 'step' ? await constraintsOf(rest, id) : '');
  if (!asked.ok) return { status: 422, screen: { problem: asked.problem } };
  const effect = digestOfEffect(asked.body);
  const path = `${restOfRun(id)}/redirect`;
  const previewed = async (status: number, problem?: string): Promise<Answered> => {
    const answer = await rest.post(`${path}?preview=true`, asked.body);
    if (answer.status !== 200) return { status: answer.status, screen: { problem: refused(answer.body).problem } };
    const told = { preview: PreviewView.parse(answer.body), attempts: [], replaced: asked.replaced };
    return { status, screen: { foretold: { told, effect }, ...(problem !== undefined && { problem }) } };
  };
  const { action, revision, effect: shown } = fields;
  if (action !== 'send' || revision === undefined) return previewed(200);
  if (shown !== effect) return previewed(409, CHANGED);
  const before = PreviewView.safeParse((await rest.post(`${path}?preview=true`, asked.body)).body);
  const answer = await rest.post(`${path}?wait=5s`, asked.body, { ifMatch: `"${revision}"` });
  if (answer.status === 412) return previewed(412, MOVED_ON);
  if (answer.status >= 300) return previewed(answer.status, refused(answer.body).problem);
  return { to: `${runPath(id)}?${doneQuery(revision, before.data)}#correction` };
}

const CHANGED = 'Nothing was sent: the redirect is not the one that you looked at. This is what it does now.';
const MOVED_ON = 'Nothing was sent: the run has moved on since you looked. This is what the redirect does now.';
