// Records one history of every kind of run into test/histories, for the replay test, or of the kinds that are named as arguments. Run
// it when a change to the workflow is meant to change what new runs write (docs/changing-workflows.md); the histories of before must
// have replayed until then, or open runs would break.
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { FIXTURE_PARTS } from '../test/support/engine/agents.ts';
import { startEngine } from '../test/support/engine/engine.ts';
import { keepHistory } from '../test/support/histories/files.ts';
import { SCENARIOS } from '../test/support/played/scenarios.ts';
import { FAIR_CARD } from '../test/support/played/told/told.ts';
import { startServers } from '../test/support/servers/servers.ts';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0)
  throw new Error(`there is no scenario ${unknown.join(', ')} in test/support/played/scenarios.ts`);
const servers = await startServers();
process.env['TEST_TEMPORAL_ADDRESS'] = servers.temporalAddress;
process.env['TEST_DATABASE_URL'] = servers.databaseUrl;
process.env['TEST_WORKFLOW_BUNDLE'] = servers.bundle?.codePath;
const engine = await startEngine({ parts: FIXTURE_PARTS, cards: [FAIR_CARD] });
try {
  for (const [name, play] of Object.entries(SCENARIOS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const id = await play(engine);
    const history = await engine.client.workflow.getHandle(id).fetchHistory();
    const events: unknown = JSON.parse(historyToJSON(history), withoutStacks);
    const bytes = keepHistory(name, `${JSON.stringify(events)}\n`);
    console.log(`${name}: ${history.events?.length} events, ${bytes} bytes`);
  }
} finally {
  await engine.stop();
  await servers.stop();
}

/** A stack names folders of the machine it was taken on; a replay does not read it. */
function withoutStacks(key: string, value: unknown): unknown {
  return key === 'stackTrace' ? undefined : value;
}
