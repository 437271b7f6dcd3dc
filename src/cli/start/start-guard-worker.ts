import { hostname } from 'node:os';
import { NO_NOTIFICATIONS } from '../../activities/abort-registry.ts';
import { createGuardActivities } from '../../activities/index.ts';
import { checkDefinition } from '../../definitions/checks/check.ts';
import { schemaProblems } from '../../guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../../guards/registry.ts';
import { tellPresence } from '../../remote-guards/presence.ts';
import { askForQueues } from '../../remote-guards/queues.ts';
import { createRemotePorts } from '../../remote-guards/remote-ports.ts';
import { connectWorker } from '../../temporal/connection.ts';
import { REMOTE_IDENTITY } from '../../temporal/health.ts';
import { createGuardWorker } from '../../worker.ts';
import { closeAll } from '../close-all.ts';
import { runAll } from '../run-all.ts';
import type { GuardSurroundings, PollingPart } from './composition.ts';
import { followQueues } from './follow-queues.ts';
import { useLogger } from './temporal-runtime.ts';

/** The worker of a process that judges and holds no secret: it reaches Temporal, and through the API what its calls need. */
export async function startGuardWorker(surroundings: GuardSurroundings): Promise<PollingPart> {
  const { config, temporal, apiUrl, logger, sandboxes, parts } = surroundings;
  useLogger(logger);
  const { limits, deployment, enableSim, sandbox, shutdownGraceSeconds } = config;
  const identity = `${process.pid}@${hostname()}${REMOTE_IDENTITY}`;
  const remote = createRemotePorts({ apiUrl, worker: { name: identity, offers: sandboxes.capabilities } });
  const guards = createGuardRegistry({
    sim: enableSim,
    judge: askedElsewhere,
    sandboxes,
    floors: sandbox.floors,
    own: () => parts.guards(),
  });
  const connection = await connectWorker(temporal);
  const settings = {
    connection,
    namespace: temporal.namespace,
    activities: createGuardActivities({
      guardPort: remote,
      baseCases: remote.baseCases,
      commands: remote.commands,
      sandboxes: sandboxes.above(sandbox.floors['command']),
      aborts: NO_NOTIFICATIONS,
      guards,
      check: (document, before) => checkDefinition(document, { guards, parts, compileSchema: schemaProblems }, before),
      judging: { elsewhere: remote.judge },
    }),
    identity,
    deployment,
    grace: shutdownGraceSeconds * 1_000,
  };
  const following = await followQueues({
    // An API from before databases were part of the names begins runs under the setting alone.
    wanted: async () => (await askForQueues(apiUrl)) ?? [config.taskQueue],
    poll: async (taskQueue) => runAll([await createGuardWorker({ ...settings, taskQueue }, limits.guardSlots)]),
    tell: (line) => logger.info(line),
  });
  const presence = tellPresence(apiUrl, identity);
  return {
    ...following,
    close: () => closeAll([following.close, () => presence.close(), () => connection.close()]),
  };
}

const NO_MODELS =
  'this worker holds no key of any model, and the API judges for steps, not for base cases: let a plain `dsap worker` serve guards too';

/** No model is reached from here. The API answers the judged leaves of steps (`judgedElsewhere`), not those of a base case. */
function askedElsewhere(): Promise<never> {
  return Promise.reject(new Error(NO_MODELS));
}
