/**
 * What the README does with curl, by the types in `api.d.ts` alone, which openapi-typescript makes of the API's document:
 * `client.ts <address of the API> <id of the run>` prints the greeting. The types are erased when it runs.
 */
export const CLIENT = `
import type { paths } from './api.d.ts';
declare const process: { readonly argv: readonly string[] };
declare const console: { log(text: string | undefined): void };
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<T> = T extends { requestBody?: infer Sent } ? Json<NonNullable<Sent>> : never;
type Answer<T, Status extends number> =
  T extends { responses: infer All } ? { [S in keyof All & Status]: Json<All[S]> }[keyof All & Status] : never;

const [, , address = '', id = ''] = process.argv;

async function call<Path extends keyof paths & string, Method extends keyof paths[Path] & string>(
  method: Method,
  path: Path,
  body?: Body<paths[Path][Method]>,
): Promise<Answer<paths[Path][Method], 200 | 201>> {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const query = path.endsWith('/result') ? '?wait=30s' : '';
  const answer = await fetch(address + path.replace('{id}', id) + query, { method, ...sent });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const published = await call('post', '/v1/workflows', {
  name: 'typed',
  specification: 'Greet {input.who} in one line.',
  model: { name: 'sim:script', extra: { sim: { outputs: { greet: ['Good day.', 'Hello Ada!'] } } } },
  steps: [
    {
      id: 'greet',
      generator: { kind: 'llm', prompt: 'Write the greeting.' },
      guard: { sequence: [{ use: 'contains', with: { text: 'Hello' } }, { use: 'length', with: { max: 40 } }] },
    },
  ],
});
const run = await call('post', '/v1/runs', { workflow: { name: published.name }, input: { who: 'Ada' }, id });
const { artifacts } = await call('get', '/v1/runs/{id}/result');
const greeting: string | undefined = artifacts['greet']?.content;
export const isOver: boolean = run.status === 'completed';
// @ts-expect-error: there is no such field.
export const wrong = run.nonsense;
console.log(greeting);
`;
