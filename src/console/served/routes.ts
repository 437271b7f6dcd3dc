import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiContext } from '../../api/dependencies.ts';
import { readForms } from '../../api/session/forms.ts';
import { principalView } from '../../api/session/view.ts';
import { page } from '../frame.ts';
import { addDefinitions } from '../pages/definitions/routes.ts';
import { addEditor } from '../pages/editor/routes.ts';
import { addParts } from '../pages/parts/routes.ts';
import { addQuestion } from '../pages/question/routes.ts';
import { addRun } from '../pages/run/routes.ts';
import { addRuns } from '../pages/runs/routes.ts';
import { addSignIn } from '../pages/sign-in/routes.ts';
import { addStart } from '../pages/start/routes.ts';
import { addWaiting } from '../pages/waiting/routes.ts';
import { addAssets, STYLE_PATH } from './assets.ts';
import { PAGE_HEADERS } from './policy.ts';
import type { Show, Site } from './site.ts';
import { troubleOf } from './trouble.ts';

/** What stands under `/console`, a folder each. */
const PAGES: readonly ((site: Site) => void)[] = [
  addSignIn,
  addWaiting,
  addRuns,
  addRun,
  addQuestion,
  addDefinitions,
  addEditor,
  addStart,
  addParts,
];

/** Pages for people (console 2): each asks REST as its visitor does, and works without scripts. */
export function consoleRoutes({ settings, now }: Pick<ApiContext, 'settings' | 'now'>): FastifyPluginAsyncZod {
  const show: Show = (request, reply, screen, status = 200) => {
    const name = settings.auth === 'keys' && request.session !== '' ? principalView(request.principal).name : undefined;
    const around = { version: settings.version, style: STYLE_PATH, ...(name !== undefined && { name }) };
    return reply.code(status).headers(PAGE_HEADERS).send(page(screen, around));
  };
  return async (app) => {
    readForms(app);
    app.setErrorHandler((error, request, reply) => show(request, reply, ...troubleOf(error, request)));
    addAssets({ app });
    for (const add of PAGES) add({ app, show, now });
  };
}
