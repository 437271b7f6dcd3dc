import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { transform, transformObject } from './openapi.ts';
import { TAGS } from './operations.ts';

/** The OpenAPI 3.1 document, made from the schemas that validate, and its pages at `/docs` (api). Register before the routes. */
export async function describe(app: FastifyInstance, version: string, auth: 'none' | 'keys'): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'dsap',
        version,
        description: 'A durable workflow service in which every model answer is judged by a guard.',
      },
      servers: [{ url: '/', description: 'The service that serves this document' }],
      tags: [...TAGS],
      security: auth === 'keys' ? [{ key: [] }] : [],
      components: { ...(auth === 'keys' && { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } }) },
    },
    transform,
    transformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: PAGE_POLICY });
  app.get('/openapi.json', { schema: { hide: true }, config: { open: true } }, () => app.swagger());
}

/** The pages load their own scripts and styles and nothing else. */
const PAGE_POLICY = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'frame-ancestors': ["'none'"],
};
