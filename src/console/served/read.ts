import { z } from 'zod';
import type { VisitorsRest } from './rest.ts';

/** Why a page cannot be shown: what REST said. */
export class NotShown extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, body: unknown) {
    const { detail, code } = problem.parse(body);
    super(detail ?? 'The service gave no reason.');
    this.status = status;
    this.code = code;
  }
}

const problem = z.object({ detail: z.string().optional(), code: z.string().optional() }).catch({});

/** A document of REST, in its own shape. Throws `NotShown`. */
export async function read<Shape extends z.ZodType>(
  rest: VisitorsRest,
  path: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { status, body } = await rest.get(path);
  if (status !== 200) throw new NotShown(status, body);
  return shape.parse(body);
}

/** A text of REST, such as a drawing or YAML. Throws `NotShown`. */
export async function readText(rest: VisitorsRest, path: string): Promise<string> {
  const { status, body } = await rest.get(path);
  if (status !== 200) throw new NotShown(status, body);
  return String(body);
}

const refusal = z.object({
  detail: z.string().catch('The service gave no reason.'),
  errors: z.array(z.object({ detail: z.string() })).catch([]),
  changed: z.array(z.string()).catch([]),
});

/** What REST said to a request that it refused: in one line, and which parts are not as they were shown (409 `stale_decision`). */
export function refused(body: unknown): { readonly problem: string; readonly changed: readonly string[] } {
  const { detail, errors, changed } = refusal.parse(body);
  return { problem: [detail, ...errors.map((error) => error.detail)].join(' '), changed };
}
