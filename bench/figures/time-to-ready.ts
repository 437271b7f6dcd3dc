import path from 'node:path';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { findBinary } from '../../src/platform/temporal/binary.ts';
import { TEMPORAL_CLI } from '../../src/platform/temporal/pins.ts';
import { atMost, describe, type Figure, type Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { startDevProcess } from '../harness/dev-process.ts';
import { binariesOf } from '../harness/service.ts';
import { median, sampleOf } from '../statistics.ts';

const LIMIT = 6;

/** From the start of `dsap dev` until it says that a run can be started. */
export const timeToReady: Figure = {
  number: 7,
  name: 'ready',
  title: 'Time to ready of `dsap dev`',
  async *measure(bench) {
    await bench.standDown();
    const rounds = bench.quick ? 1 : 3;
    const data = await bench.folder();
    // Fills the caches that all figures may find filled.
    await secondsToReady(data);
    yield await row('on data of an earlier start', rounds, () => secondsToReady(data));
    yield await row('without data', rounds, async () => secondsToReady(await bench.folder()));
    yield await row('without data and with an empty cache', rounds, () => secondsWithoutCache(bench));
  },
};

async function row(what: string, rounds: number, take: () => Promise<number>): Promise<Row> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await take());
  return atMost(what, median(seconds), LIMIT, ' s', describe(sampleOf(seconds), ' s'));
}

async function secondsToReady(dataDirectory: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const dev = await startDevProcess(dataDirectory, env);
  await dev.stop();
  return dev.readyAfter / 1_000;
}

/** The Temporal binary is named, so that it is not fetched anew: that would time the network. */
async function secondsWithoutCache(bench: Bench): Promise<number> {
  const env = binariesOf(process.env);
  const { file } = await findBinary(TEMPORAL_CLI, {
    cacheDirectory: cacheDirectory(env),
    byHand: undefined,
    env,
    log: () => {},
  });
  const cache = path.join(await bench.folder(), 'cache');
  return secondsToReady(await bench.folder(), { DSAP_CACHE_DIR: cache, DSAP_TEMPORAL_CLI: file });
}
