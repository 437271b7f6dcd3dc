import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiContext } from '../../api/dependencies.ts';
import { readForms } from '../../api/session/forms.ts';
import { CONSOLE } from '../../api/session/own-path.ts';
import { principalView } from '../../api/session/view.ts';
import { page } from '../frame.ts';
import { addCompare } from '../pages/compare/routes.ts';
import { addControl } from '../pages/control/routes.ts';
import { addDefinitions } from '../pages/definitions/routes.ts';
import { addEditor } from '../pages/editor/routes.ts';
import { addEndpoints } from '../pages/endpoints/routes.ts';
import { addParts } from '../pages/parts/routes.ts';
import { addQuestion } from '../pages/question/routes.ts';
import { addRedirect } from '../pages/redirect/routes.ts';
import { addRun } from '../pages/run/routes.ts';
import { addRuns } from '../pages/runs/routes.ts';
import { addSignIn } from '../pages/sign-in/routes.ts';
import { addStart } from '../pages/start/routes.ts';
import { addState, addText } from '../pages/state/routes.ts';
import { addStep } from '../pages/step/routes.ts';
import { addWaiting } from '../pages/waiting/routes.ts';
import { addAssets, type Island } from './assets.ts';
import { headersOf } from './policy.ts';
import { HIDDEN, PAGE, type Show, type Site } from './site.ts';
import { addTheme, themeOf } from './theme.ts';
import { nothingHere, troubleOf } from './trouble.ts';

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
  addEndpoints,
  addStep,
  addState,
  addText,
  addRedirect,
  addControl,
  addCompare,
];

interface Served extends Pick<ApiContext, 'settings' | 'now'> {
  /** Their scripts, as soon as they are built; left out: pages without. */
  readonly islands?: Promise<readonly Island[]>;
}

/** Pages for people (console 2): each asks REST as its visitor does, and works without scripts. */
export function consoleRoutes({ settings, now, islands = Promise.resolve([]) }: Served): FastifyPluginAsyncZod {
  return async (app) => {
    readForms(app);
    const assets = addAssets({ app }, islands);
    const show: Show = async (request, reply, screen, status = 200) => {
      const name =
        settings.auth === 'keys' && request.session !== '' ? principalView(request.principal).name : undefined;
      const script = await assets.script(screen.island ?? 'page');
      const around = {
        version: settings.version,
        style: assets.style,
        theme: themeOf(request),
        here: request.method === 'GET' ? request.url : CONSOLE,
        now: now(),
        ...(script !== undefined && { script }),
        ...(name !== undefined && { name }),
      };
      return reply
        .code(status)
        .headers({ ...headersOf(screen) })
        .send(page(screen, around));
    };
    app.setErrorHandler<Error>(async (error, request, reply) =>
      show(request, reply, ...(await troubleOf(error, request))),
    );
    addTheme({ app });
    for (const add of PAGES) add({ app, show, now });
    app.get(`${CONSOLE}/*`, { ...PAGE, schema: HIDDEN }, (request, reply) => {
      const message = 'The console has no page of this address.';
      return show(request, reply, nothingHere({ code: 'not_found', message }, request.url), 404);
    });
  };
}
