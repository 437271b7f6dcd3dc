import { type Needy, sandboxesNeeded } from '../../definitions/checks/sandboxes-needed.ts';
import { type Capability, describeCapabilities, meets, wanted } from '../../model/isolation.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';

/**
 * What needs a sandbox that a live worker does not have is refused before a token is spent (guards 1.7): any of them may get the call.
 * Workers that have said nothing of themselves are not held against it, nor is a server that does not answer.
 */
export async function mustOfferSandboxes(context: Context, document: unknown, pointer: string): Promise<void> {
  const needed = sandboxesNeeded(document, context.guards);
  if (needed.length === 0) return;
  const { guardWorkers } = await context.runs.health();
  const known = await context.store.capabilities.of(guardWorkers);
  const issues = needed.flatMap((needy) => issuesOf(needy, known, pointer));
  if (issues.length === 0) return;
  const details = [...new Set(issues.map(({ detail }) => detail))].join(' ');
  throw new Problem(422, 'sandbox_unavailable', `${details} ${WHAT_TO_DO}`, { errors: issues });
}

type Context = Pick<ApiContext, 'guards' | 'runs' | 'store'>;

const WHAT_TO_DO = 'The worker says at its start why a sandbox is missing; DSAP_SANDBOX names those it tries.';

function issuesOf(
  { what, need, pointer }: Needy,
  known: ReadonlyMap<string, readonly Capability[]>,
  at: string,
): readonly Issue[] {
  const lacking = [...known].find(([, capabilities]) => !capabilities.some((capability) => meets(capability, need)));
  if (lacking === undefined) return [];
  const [worker, capabilities] = lacking;
  const detail = `The ${what} needs ${wanted(need)}, and the worker ${worker} has: ${describeCapabilities(capabilities)}.`;
  return [{ pointer: `${at}${pointer}`, code: 'sandbox_unavailable', detail }];
}
