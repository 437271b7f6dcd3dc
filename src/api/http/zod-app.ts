import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

/** An app whose routes are typed by the Zod schemas of their parameters, bodies and answers. */
export type ZodApp = Parameters<FastifyPluginAsyncZod>[0];
