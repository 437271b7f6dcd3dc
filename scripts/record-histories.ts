// Records one history of every kind of run into test/histories, for the replay test. Run it when a change to the workflow is meant
// to change what new runs write; the histories of before must have replayed until then, or open runs would break.
import { rm, writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { startEngine } from '../test/support/engine.ts';
import { SCENARIOS } from '../test/support/scenarios.ts';
import { startServers } from '../test/support/servers.ts';

/** Names of what to record; all when none is given. */
const wanted = process.argv.slice(2);
const servers = await startServers();
process.env['TEST_TEMPORAL_ADDRESS'] = servers.temporalAddress;
process.env['TEST_DATABASE_URL'] = servers.databaseUrl;
process.env['TEST_WORKFLOW_BUNDLE'] = servers.bundle?.codePath;
const engine = await startEngine();
try {
  for (const [name, play] of Object.entries(SCENARIOS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const id = await play(engine);
    const history = await engine.client.workflow.getHandle(id).fetchHistory();
    const file = new URL(`../test/histories/${name}.json`, import.meta.url);
    await rm(file, { force: true });
    const events: unknown = JSON.parse(historyToJSON(history), withoutStacks);
    await writeFile(file, `${JSON.stringify(events)}\n`);
    console.log(`${name}: ${history.events?.length} events`);
  }
} finally {
  await engine.stop();
  await servers.stop();
}

/** A stack names folders of the machine it was taken on; a replay does not read it. */
function withoutStacks(key: string, value: unknown): unknown {
  return key === 'stackTrace' ? undefined : value;
}
