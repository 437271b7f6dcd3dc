import { createCommandDesk } from '../../activities/calls/command-desk.ts';
import { createBaseCaseDesk } from '../../activities/guards/base-case-desk.ts';
import { createLeafJudge } from '../../activities/guards/judged-leaves.ts';
import { schemaErrors } from '../../guards/isolation/schema-errors.ts';
import type { GuardRegistry } from '../../guards/registry.ts';
import type { Store } from '../../ports/store/store.ts';
import type { GuardCallsOptions } from '../../remote-guards/routes.ts';
import { createSealer, SEAL_KEY } from '../../remote-guards/seal.ts';
import { createGuardDesk } from '../../store/artifacts/guard-desk.ts';
import '../../topologies/documents.ts';
import { createJudgedAnswers } from '../../store/artifacts/judged-answers.ts';

/** What the API serves workers with that hold no secret. */
export async function guardCallsOf(store: Store, guards: Pick<GuardRegistry, 'find'>): Promise<GuardCallsOptions> {
  const desk = createGuardDesk(store);
  const sealer = createSealer(await store.keys.of(SEAL_KEY));
  const baseCases = createBaseCaseDesk(store);
  const commands = createCommandDesk({ store, schemaErrors });
  const judge = createLeafJudge({ desk, guards, answers: createJudgedAnswers(store) });
  const { attempts, runs, capabilities } = store;
  return { sealer, desk, baseCases, commands, judge, attempts, runs, capabilities };
}
