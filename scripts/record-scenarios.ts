// Records what the scenarios of test/recorded are answered, all of them or those that are named as arguments. Run it when a change is meant to be
// seen from outside, and say in the commit why (docs/changing-workflows.md).
import { keepRecording, pathOf } from '../test/recorded/recordings.ts';
import { recordingOf } from '../test/recorded/scenario.ts';
import { SCENARIOS } from '../test/recorded/scenarios/index.ts';
import { startStage } from '../test/recorded/stage.ts';
import { startServers } from '../test/support/servers/servers.ts';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(SCENARIOS, name));
if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')} in test/recorded/scenarios`);
const servers = await startServers();
process.env['TEST_TEMPORAL_ADDRESS'] = servers.temporalAddress;
process.env['TEST_DATABASE_URL'] = servers.databaseUrl;
process.env['TEST_WORKFLOW_BUNDLE'] = servers.bundle?.codePath;
const stage = await startStage();
try {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const began = performance.now();
    const text = await recordingOf(stage, scenario);
    await keepRecording(name, text);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`${pathOf(name)}: ${text.length} characters, played in ${seconds} s`);
  }
} finally {
  await stage.close();
  await servers.stop();
}
