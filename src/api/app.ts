import fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import '../topologies/documents.ts';
import { artifactRoutes } from './artifacts/routes.ts';
import { compareRoutes } from './compare/routes.ts';
import { budgetRoutes } from './control/budget-routes.ts';
import { topologyRoutes } from './control/own-routes.ts';
import { controlRoutes } from './control/routes.ts';
import { catalogueRoutes } from './definitions/catalogue-routes.ts';
import { workflowRoutes } from './definitions/routes.ts';
import { type ApiDependencies, createContext } from './dependencies.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import { escalationRoutes } from './escalations/routes.ts';
import { feedRoutes } from './feed/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { welcomeRoutes } from './health/welcome.ts';
import { authenticate } from './http/authentication.ts';
import { readBodies } from './http/bodies.ts';
import { BODY_LIMIT } from './http/body-limits.ts';
import { compressAnswers } from './http/compression.ts';
import { handleError } from './http/errors.ts';
import { turnedAway } from './http/gate.ts';
import { guardReach } from './http/guard-reach.ts';
import { honourIdempotencyKeys } from './http/idempotency.ts';
import { measure } from './http/metrics.ts';
import { answerUnknownRoutes } from './http/not-found.ts';
import { secure } from './http/security.ts';
import { clientErrorsOf } from './http/socket-errors.ts';
import { refuseUnknownQueries } from './http/unknown-queries.ts';
import { closeUnusedConnections } from './http/unused-connections.ts';
import { validatorCompiler } from './http/validation.ts';
import { eventRoutes } from './inspection/event-routes.ts';
import { explanationRoutes } from './inspection/explanation-routes.ts';
import { inspectionRoutes } from './inspection/routes.ts';
import { learningRoutes } from './learning/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { describe } from './reference/documentation.ts';
import { reportRoutes } from './report/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { sessionCookie } from './session/cookie.ts';
import { sessionRoutes } from './session/routes.ts';
import { createBrowserSessions } from './session/sessions.ts';
import { stepRoutes } from './steps/routes.ts';
import { createStreamDoor } from './streams/stream-door.ts';
import { textRoutes } from './texts/routes.ts';

/** A request must have arrived within this; Node looks for slow clients only as often as the last figure says. */
const SLOW_CLIENTS = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 };

/** The service's HTTP face, ready to listen or to be called with `inject`. */
export async function buildApp(dependencies: ApiDependencies): Promise<FastifyInstance> {
  const context = createContext(dependencies);
  const { settings } = context;
  const app = createApp(context);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  closeUnusedConnections(app);
  guardReach(app, settings);
  await secure(app, settings);
  await compressAnswers(app);
  const signedIn = { sessions: createBrowserSessions(context), cookie: await sessionCookie(app, settings) };
  authenticate(app, settings, signedIn);
  readBodies(app);
  honourIdempotencyKeys(app, context);
  refuseUnknownQueries(app);
  const metrics = measure(app);
  answerUnknownRoutes(app);
  await describe(app, settings.version, settings.auth);
  const door = createStreamDoor(app, context, metrics, signedIn.sessions);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  await welcomeRoutes(settings)(routes, {});
  // A plugin costs fastify a look through all loaded modules for its name, so only those are one that read bodies in a way of their own.
  await app.register(sessionRoutes({ context, ...signedIn }));
  await healthRoutes(context, metrics)(routes, {});
  await app.register(workflowRoutes(context));
  for (const add of [
    catalogueRoutes(context),
    runRoutes(context),
    inspectionRoutes(context),
    explanationRoutes(context),
    stepRoutes(context),
    compareRoutes(context),
    eventRoutes(context, door),
    overviewRoutes(context, door),
    textRoutes(context, door),
    reportRoutes(context),
    feedRoutes(context, door),
    controlRoutes(context),
    topologyRoutes(context),
    budgetRoutes(context),
    escalationRoutes(context),
    endpointRoutes(context),
    scheduleRoutes(context),
    artifactRoutes(context),
    learningRoutes(context),
  ])
    await add(routes, {});
  for (const extension of dependencies.extensions ?? []) await app.register(extension);
  await app.ready();
  return app;
}

function createApp({ logger, settings: { reach } }: ApiDependencies): FastifyInstance {
  const { requestTimeout, ...http } = SLOW_CLIENTS;
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http: { ...http, requireHostHeader: false },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void handleError(turnedAway(request, reach) ?? error, request, reply),
    clientErrorHandler: (error, socket) => answerClientError(error, socket),
  });
  const answerClientError = clientErrorsOf(app.server);
  return app;
}
