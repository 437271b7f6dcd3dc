// `npm run probes`: is a model good enough for guarded work? Each probe is run with one attempt (the baseline) and with retries under its
// guard, and the two are compared. Without `--url` it plays the simulated coder on a service of its own; with it, any models that the
// service there offers: `npm run probes -- --url http://localhost:8080 --models gpt-x,other --runs 50`. The key is DSAP_API_KEY.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../bench/harness/service.ts';
import { createService } from '../examples/service.ts';
import { bundledDefinitions } from '../src/bundled/definitions.ts';
import { playArm } from './probes/play-arm.ts';
import { comparisonRow, HEAD } from './probes/report.ts';
import { markdownTable } from './table.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    models: { type: 'string', default: 'sim:coder' },
    runs: { type: 'string', default: '50' },
    qualify: { type: 'string', default: '0.5' },
  },
});
const runs = Number(values.runs);
const qualify = Number(values.qualify);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a number of runs, for example --runs 50');
if (!(qualify >= 0 && qualify <= 1)) throw new Error('--qualify takes a share from 0 to 1, for example --qualify 0.5');

try {
  await (values.url === undefined ? compareHere() : compare(values.url));
} catch (error) {
  // Runs beside it are still followed: nothing waits for them.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** On a service of its own. */
async function compareHere(): Promise<void> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'dsap-probes-'));
  const service = await startService({ dataDirectory, limits: { requestsPerMinute: 10_000 } });
  try {
    await compare(service.apiUrl);
  } finally {
    await service.close();
    await rm(dataDirectory, { recursive: true });
  }
}

async function compare(apiUrl: string): Promise<void> {
  const service = createService(apiUrl, process.env['DSAP_API_KEY']);
  const probes = bundledDefinitions().filter(({ name }) => name.startsWith('probe-'));
  const rows: string[][] = [];
  for (const probe of probes) {
    for (const model of values.models.split(',')) {
      const baseline = await playArm({ service, probe, model, rMax: 0, runs });
      const guarded = await playArm({ service, probe, model, rMax: 3, runs });
      rows.push(comparisonRow({ probe: probe.name, model, baseline, guarded, qualify }));
      console.error(`${probe.name}, ${model}: ${2 * runs} runs`);
    }
  }
  console.log(`\n${markdownTable(HEAD, rows)}\n`);
  console.log(
    `Qualified: at least ${qualify * 100} % of the baseline's answers were programs at all. Intervals are Wilson's at 95 %, p is Fisher's exact test, h Cohen's.`,
  );
}
