import { z } from 'zod';
import { parseJson } from '../../text/exact-json.ts';

const path = z
  .string()
  .min(1)
  .max(500)
  .refine(
    (name) => !name.startsWith('/') && !name.split('/').some((part) => part === '..' || part === '' || part === '.'),
  );

/** What a worker hands back (S1-7.3.2-b, S1-7.4-c): its files join the workspace once it is accepted. */
export const workerOutput = z.object({
  success: z.boolean(),
  bindings_delta: z.record(z.string(), z.unknown()),
  artifacts: z.array(z.union([z.string(), z.object({ path, content: z.string().optional() })])),
});

export function isReadable(text: string): z.infer<typeof workerOutput> | undefined {
  try {
    return workerOutput.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}
