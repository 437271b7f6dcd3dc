import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../../api/dependencies.ts';
import type { ZodApp } from '../../api/http/zod-app.ts';
import { readForms } from '../../api/session/forms.ts';
import { CONSOLE, ownPath } from '../../api/session/own-path.ts';
import { principalView } from '../../api/session/view.ts';
import { isEnding, RUN_STATUSES } from '../../model/events/run.ts';
import { decisionIn } from '../decision.ts';
import { page, type Screen } from '../frame.ts';
import { question, type Unsent } from '../screens/question.ts';
import { runScreen } from '../screens/run.ts';
import { runsScreen } from '../screens/runs.ts';
import { signIn } from '../screens/sign-in.ts';
import { trouble } from '../screens/trouble.ts';
import { waiting } from '../screens/waiting.ts';
import { CONSOLE_STYLE } from '../style.ts';
import { PAGE_HEADERS } from './policy.ts';
import { NotShown, openQuestions, overview, questionPage, runRows } from './read.ts';
import { type VisitorsRest, visitorsRest } from './rest.ts';

const STYLE_PATH = `${CONSOLE}/assets/style-${createHash('sha256').update(CONSOLE_STYLE).digest('hex').slice(0, 16)}.css`;
/** A page that is shown to whoever is signed in, and led to by signing in. */
const PAGE = { config: { page: true } } as const;
const HIDDEN = { schema: { hide: true } } as const;
const MOST_ENDED = 10;

type Show = (request: FastifyRequest, reply: FastifyReply, screen: Screen, status?: number) => FastifyReply;

/** Pages for people (console 2): each asks REST as its visitor does, and works without scripts. */
export function consoleRoutes(context: Pick<ApiContext, 'settings' | 'now'>): FastifyPluginAsyncZod {
  const { settings } = context;
  const show: Show = (request, reply, screen, status = 200) => {
    const name = settings.auth === 'keys' && request.session !== '' ? principalView(request.principal).name : undefined;
    const around = { version: settings.version, style: STYLE_PATH, ...(name !== undefined && { name }) };
    return reply.code(status).headers(PAGE_HEADERS).send(page(screen, around));
  };
  return async (app) => {
    readForms(app);
    app.setErrorHandler((error, request, reply) => show(request, reply, ...troubleOf(error, request)));
    app.get(STYLE_PATH, { config: { open: true }, ...HIDDEN }, (_request, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(CONSOLE_STYLE),
    );
    addSignIn(app, show);
    addLists(app, context, show);
    addQuestion(app, context, show);
  };
}

function addSignIn(app: ZodApp, show: Show): void {
  const querystring = z.object({ to: z.string().optional(), problem: z.string().optional() });
  app.get(`${CONSOLE}/sign-in`, { config: { open: true }, schema: { hide: true, querystring } }, (request, reply) => {
    const { to, problem } = request.query;
    const why =
      problem === 'wrong-key'
        ? 'This key opens nothing here. Look whether it is whole, and of this service.'
        : undefined;
    return show(request, reply, signIn({ to: ownPath(to), ...(why !== undefined && { problem: why }) }));
  });
}

function addLists(app: ZodApp, { now }: Pick<ApiContext, 'now'>, show: Show): void {
  app.get(CONSOLE, { ...PAGE, ...HIDDEN }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const [asked, { data: rows }] = await Promise.all([openQuestions(rest), runRows(rest, { limit: '100' })]);
    const screen = waiting({
      questions: asked.data.toSorted((one, other) => one.openedAt.localeCompare(other.openedAt)),
      isCut: asked.page.hasMore,
      underWay: rows.filter(({ status }) => !isEnding(status)),
      ended: rows.filter(({ status }) => isEnding(status)).slice(0, MOST_ENDED),
      now: now(),
    });
    return show(request, reply, screen);
  });

  const querystring = z.object({
    status: z.string().optional(),
    q: z.string().optional(),
    cursor: z.string().optional(),
  });
  app.get(`${CONSOLE}/runs`, { ...PAGE, schema: { hide: true, querystring } }, async (request, reply) => {
    const query = Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== ''));
    const { data: runs, page: mark } = await runRows(visitorsRest(app, request), { limit: '100', ...query });
    const more =
      mark.nextCursor && `${CONSOLE}/runs?${new URLSearchParams({ ...query, cursor: mark.nextCursor }).toString()}`;
    const screen = runsScreen({ runs, statuses: RUN_STATUSES, ...query, ...(more && { more }), now: now() });
    return show(request, reply, screen);
  });

  const params = z.object({ id: z.string() });
  app.get(`${CONSOLE}/runs/:id`, { ...PAGE, schema: { hide: true, params } }, async (request, reply) => {
    const found = await overview(visitorsRest(app, request), request.params.id);
    return show(request, reply, runScreen({ overview: found, now: now() }));
  });
}

function addQuestion(app: ZodApp, { now }: Pick<ApiContext, 'now'>, show: Show): void {
  const url = `${CONSOLE}/e/:eid`;
  const params = z.object({ eid: z.string() });
  async function shown(rest: VisitorsRest, eid: string, unsent?: Unsent): Promise<Screen> {
    const asked = await questionPage(rest, eid);
    const next = asked.status === 'open' ? undefined : (await openQuestions(rest, 2)).data.find(({ id }) => id !== eid);
    return question({ question: asked, ...(unsent && { unsent }), ...(next && { next }), now: now() });
  }

  app.get(url, { ...PAGE, schema: { hide: true, params } }, async (request, reply) =>
    show(request, reply, await shown(visitorsRest(app, request), request.params.eid)),
  );

  const body = z.record(z.string(), z.string());
  app.post(url, { ...PAGE, schema: { hide: true, params, body } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { eid } = request.params;
    const fields = request.body;
    // A run is ended by a second press, beside the reason.
    if (fields['action'] === 'abort')
      return show(
        request,
        reply,
        await shown(rest, eid, {
          fields,
          problem: 'Nothing was decided yet: ending the run takes a second press.',
          changed: [],
        }),
      );
    const { status, body: answer } = await rest.post(
      `/v1/escalations/${encodeURIComponent(eid)}/decision?wait=5s`,
      decisionIn(fields),
    );
    if (status === 200 || status === 202) return reply.redirect(`${CONSOLE}/e/${encodeURIComponent(eid)}`, 303);
    const { detail, errors, changed } = refused.parse(answer);
    const problem = [detail, ...errors.map((error) => error.detail)].join(' ');
    return show(request, reply, await shown(rest, eid, { fields, problem, changed }), status);
  });
}

const refused = z.object({
  detail: z.string().catch('The service gave no reason.'),
  errors: z.array(z.object({ detail: z.string() })).catch([]),
  changed: z.array(z.string()).catch([]),
});

/** Words for what cannot be shown, and its status. */
function troubleOf(error: unknown, { url, log }: FastifyRequest): [Screen, number] {
  if (error instanceof NotShown) {
    const title = error.status === 404 ? 'There is nothing here' : 'This cannot be shown now';
    const again = error.status === 404 ? {} : { again: url };
    return [
      trouble({ title, detail: error.message, ...(error.code !== undefined && { code: error.code }), ...again }),
      error.status,
    ];
  }
  const { statusCode = 500, message = '' } = Object(error);
  if (statusCode < 500) return [trouble({ title: 'This cannot be shown', detail: message }), statusCode];
  log.error({ err: error }, 'a page failed');
  return [
    trouble({
      title: 'This cannot be shown now',
      detail: 'Something broke inside the service; it is logged.',
      again: url,
    }),
    500,
  ];
}
