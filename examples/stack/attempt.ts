import { z } from 'zod';

/** What a guard that runs code found beside its verdict: how tests and code were kept apart, where, and how many tests it ran. */
const Facts = z.object({
  protocol: z.string().optional(),
  sandbox: z.string().optional(),
  tests: z.number().optional().catch(undefined),
});

const Attempt = z.object({
  artifactId: z.string(),
  verdict: z.object({ verdict: z.string(), guard: z.string(), feedback: z.string(), data: Facts.nullish() }),
});
export type Attempt = z.infer<typeof Attempt>;

/** Where the service answers, and its key where it asks for one. */
export interface Address {
  readonly apiUrl: string;
  readonly apiKey?: string;
}

/** Attempt number `n` of a step, as it was judged. */
export async function attemptOf({ apiUrl, apiKey }: Address, id: string, step: string, n: number): Promise<Attempt> {
  const url = new URL(`/v1/runs/${id}/steps/${step}/attempts/${n}`, apiUrl);
  const response = await fetch(url, { headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` } });
  if (!response.ok) throw new Error(`GET ${url.pathname} answered ${response.status}: ${await response.text()}`);
  return Attempt.parse(await response.json());
}
