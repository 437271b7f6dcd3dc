import type { IncomingMessage } from 'node:http';
import type { Fetch } from '../../client/transport.ts';

/**
 * `fetch` over Node's own HTTP. Loading is the most part of a short command: the global one takes thrice as long as all of the command, and
 * an import of `node:http` loads that along with it, for names that nobody asks for.
 */
export const httpFetch: Fetch = async (url, { method, headers, body, signal }) => {
  const { request } = url.startsWith('https:')
    ? process.getBuiltinModule('node:https')
    : process.getBuiltinModule('node:http');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, { method, headers, ...(signal && { signal }) }, resolve);
    asked.on('error', reject);
    asked.end(body);
  });
  const status = answer.statusCode ?? 0;
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => [answer.headers[name.toLowerCase()] ?? []].flat().join(', ') || null },
    body: answer,
    async text() {
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    },
  };
};
