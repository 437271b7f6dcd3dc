import fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { authenticate } from './authentication.ts';
import { readBodies } from './bodies.ts';
import { type ApiDependencies, createContext } from './dependencies.ts';
import { describe } from './documentation.ts';
import { handleError } from './errors.ts';
import { turnedAway } from './gate.ts';
import { guardReach } from './guard-reach.ts';
import { honourIdempotencyKeys } from './idempotency.ts';
import { measure } from './metrics.ts';
import { answerUnknownRoutes } from './not-found.ts';
import { alignmentRoutes } from './routes/alignment.ts';
import { artifactRoutes } from './routes/artifacts.ts';
import { budgetRoutes } from './routes/budget.ts';
import { catalogueRoutes } from './routes/catalogues.ts';
import { controlRoutes } from './routes/control.ts';
import { escalationRoutes } from './routes/escalations.ts';
import { eventRoutes } from './routes/events.ts';
import { explanationRoutes } from './routes/explanations.ts';
import { healthRoutes } from './routes/health.ts';
import { inspectionRoutes } from './routes/inspection.ts';
import { learningRoutes } from './routes/learning.ts';
import { runRoutes } from './routes/runs.ts';
import { stepRoutes } from './routes/steps.ts';
import { welcomeRoutes } from './routes/welcome.ts';
import { workflowRoutes } from './routes/workflows.ts';
import { secure } from './security.ts';
import { handleClientError } from './socket-errors.ts';
import { refuseUnknownQueries } from './unknown-queries.ts';
import { closeUnusedConnections } from './unused-connections.ts';
import { validatorCompiler } from './validation.ts';

const BODY_LIMIT = 256 * 1024;
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
  authenticate(app, settings);
  readBodies(app);
  honourIdempotencyKeys(app, context);
  refuseUnknownQueries(app);
  const metrics = measure(app);
  answerUnknownRoutes(app);
  await describe(app, settings.version, settings.auth);
  await app.register(welcomeRoutes(settings));
  await app.register(healthRoutes(context, metrics));
  await app.register(workflowRoutes(context));
  await app.register(catalogueRoutes(context));
  await app.register(runRoutes(context));
  await app.register(inspectionRoutes(context));
  await app.register(explanationRoutes(context));
  await app.register(stepRoutes(context));
  await app.register(eventRoutes(context, metrics));
  await app.register(controlRoutes(context));
  await app.register(alignmentRoutes(context));
  await app.register(budgetRoutes(context));
  await app.register(escalationRoutes(context));
  await app.register(artifactRoutes(context));
  await app.register(learningRoutes(context));
  for (const extension of dependencies.extensions ?? []) await app.register(extension);
  await app.ready();
  return app;
}

function createApp({ logger, settings: { reach } }: ApiDependencies): FastifyInstance {
  const { requestTimeout, ...http } = SLOW_CLIENTS;
  return fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http: { ...http, requireHostHeader: false },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void handleError(turnedAway(request, reach) ?? error, request, reply),
    clientErrorHandler: handleClientError,
  });
}
