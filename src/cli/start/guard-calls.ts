import { createCommandPort } from '../../activities/calls/command-port.ts';
import { createBaseCasePort } from '../../activities/guards/base-case-port.ts';
import { createLeafJudge } from '../../activities/guards/judged-leaves.ts';
import { schemaErrors } from '../../guards/isolation/schema-errors.ts';
import type { GuardRegistry } from '../../guards/registry.ts';
import type { Store } from '../../ports/store/store.ts';
import type { GuardCallsOptions } from '../../remote-guards/routes.ts';
import { createCallSigner, SIGNING_KEY } from '../../remote-guards/signed-token.ts';
import { createGuardPort } from '../../store/artifacts/guard-port.ts';
import '../../topologies/documents.ts';
import { createJudgedAnswers } from '../../store/artifacts/judged-answers.ts';

/** What the API serves workers with that hold no secret. */
export async function guardCallsOf(store: Store, guards: Pick<GuardRegistry, 'find'>): Promise<GuardCallsOptions> {
  const guardPort = createGuardPort(store);
  const signer = createCallSigner(await store.keys.of(SIGNING_KEY));
  const baseCases = createBaseCasePort(store);
  const commands = createCommandPort({ store, schemaErrors });
  const judge = createLeafJudge({ guardPort, guards, answers: createJudgedAnswers(store) });
  const { attempts, runs, capabilities } = store;
  return { signer, guardPort, baseCases, commands, judge, attempts, runs, capabilities };
}
