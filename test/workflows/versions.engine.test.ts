// A real Temporal server, a real PostgreSQL: workers that Temporal knows by their version.
import { randomUUID } from 'node:crypto';
import proto from '@temporalio/proto';
import { startEngine } from '../support/engine/engine.ts';
import { executionsOf } from '../support/engine/executions.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { until } from '../support/until.ts';

const RETRY = { verdict: 'retry', feedback: 'no' };

test('a versioned worker takes runs once its version is current, and they are pinned to it, continue-as-new included', async () => {
  const deployment = { deploymentName: `dsap-${randomUUID()}`, buildId: '1.0' };
  const engine = await startEngine({ deployment, settings: { maxHistoryEvents: 15 } });
  try {
    const id = await engine.start(scripted(['x'], [RETRY, RETRY, { verdict: 'pass' }]));
    const { namespace } = engine.client.options;
    await until('a current version', () =>
      engine.client.workflowService
        .setWorkerDeploymentCurrentVersion({ namespace, ...deployment, identity: 'an operator' })
        .catch(() => undefined),
    );
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
    expect(await engine.runs.health()).toMatchObject({ server: true, workers: true });
    expect((await executionsOf(engine.client, id)).length).toBeGreaterThan(1);
    const { raw } = await engine.client.workflow.getHandle(id).describe();
    expect(raw.workflowExecutionInfo?.versioningInfo).toMatchObject({
      behavior: proto.temporal.api.enums.v1.VersioningBehavior.VERSIONING_BEHAVIOR_PINNED,
      deploymentVersion: deployment,
    });
  } finally {
    await engine.stop();
  }
});
