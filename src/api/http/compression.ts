import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which an answer fits a packet as it is. */
const LEAST = 1_024;

/**
 * Pages, their files and documents travel compressed to whoever takes that; event streams and exports do not, whose lines are to arrive as
 * they come. What is sent to us is never unpacked. Register before the routes.
 *
 * Where another site leads a signed-in browser here with words of its own choice in the address, the answer is not compressed: by its length
 * those words could be matched with what else stands there (BREACH). A link without such words, as in a chat, is.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: LEAST });
  app.addHook('onRequest', async ({ raw, url }) => {
    const { 'sec-fetch-site': site = 'none' } = raw.headers;
    if (site !== 'same-origin' && site !== 'none' && url.includes('?')) raw.headers['x-no-compression'] = 'reflected';
  });
}
