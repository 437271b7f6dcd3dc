import { type Config, isDev } from '../../config/settings.ts';
import { parentGone, signalsOfOnePress } from '../../platform/parent-watch.ts';
import { useProxies } from '../../platform/proxies.ts';
import { isLoopback } from '../../text/loopback.ts';
import { printed } from '../../text/visible.ts';
import { printAddresses } from '../commands/addresses.ts';
import { startApiProcess } from '../commands/api.ts';
import { demonstrate } from '../commands/demo.ts';
import { type DevOptions, startDev } from '../commands/dev.ts';
import { rebuild } from '../commands/rebuild-views.ts';
import { startGuardProcess, startWorkerProcess } from '../commands/worker.ts';
import { runTree, type Tree } from '../lifecycle.ts';
import type { Serving } from '../line/asked.ts';
import { createLogger, logFormatOf } from '../logger.ts';
import { urlAskedIn } from '../remote/place.ts';
import { startApi } from './start-api.ts';
import { startGuardWorker } from './start-guard-worker.ts';
import { startWorkers } from './start-workers.ts';

/** Runs one of the commands that serve, until it is told to stop; `told` is its first line, where it is not empty. Answers the exit code. */
export async function serve(asked: Serving, config: Config, told: string): Promise<number> {
  if (asked.kind === 'dev')
    return keepUp(
      config,
      async (tree, options) => printAddresses(tree.print, await startDev(tree, options), urlAskedIn(process.cwd())),
      told,
    );
  if (asked.kind === 'demo') {
    return keepUp(
      config,
      async (tree, options, show) => {
        const code = await demonstrate(tree, options, { ...asked, show });
        return asked.exit ? code : undefined;
      },
      told,
    );
  }
  if (asked.kind === 'rebuild-views') return keepUp(config, rebuild, told);
  if (asked.kind === 'worker') {
    const { queues } = asked;
    if (queues === 'guards') return keepUp(config, startGuardProcess, told);
    return keepUp(config, (tree, options) => startWorkerProcess(tree, { ...options, queues }), told);
  }
  return keepUp(config, startApiProcess, told);
}

/**
 * Keeps a tree up until it is to stop. Where a person reads along in `dev` and `demo`, its lines are plain; elsewhere they belong in the
 * log, those of `dev` whatever its level, since they say where the service is.
 */
export async function keepUp(
  config: Config,
  bringUp: (tree: Tree, options: DevOptions, show: (line: string) => void) => Promise<number | void>,
  told: string,
): Promise<number> {
  const logger = createLogger(config);
  const isForPerson = isDev(config.command);
  const toLog = !isForPerson || logFormatOf(config) === 'json';
  const lines = isForPerson ? logger.child({}, { level: 'info' }) : logger;
  const log = (line: string): void => void (line && lines.info(line));
  // A demonstration has colours of its own, and shows what others wrote as `printed` does.
  const show = (line: string): void => (toLog ? log(line) : void process.stdout.write(`${line}\n`));
  const print = (line: string): void => show(printed(line));
  const complain = (line: string): void =>
    toLog ? lines.error(line) : void process.stderr.write(`dsap: ${printed(line)}\n`);
  // A terminal that goes away must not end us before everything is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (told !== '') print(told);
  for (const warning of [...config.warnings, ...useProxies(process.env, loopbackHosts(config))]) complain(warning);
  const { shutdownGraceSeconds: graceSeconds } = config;
  const starter = { parentGone: parentGone(process.env), signalsOfOnePress: signalsOfOnePress(process.env) };
  return runTree({ print, complain, graceSeconds, ...starter }, async (tree) =>
    bringUp(tree, { config, logger, composition: { startApi, startWorkers, startGuardWorker } }, show),
  );
}

/** The hosts of this machine that the settings name, in the words in which they are asked for. */
function loopbackHosts({ host, simUrl, apiUrl, endpoints }: Config): readonly string[] {
  const urls = [simUrl, apiUrl, ...Object.values(endpoints).map(({ baseUrl }) => baseUrl)];
  return [host, ...urls.flatMap((url) => (url === undefined ? [] : new URL(url).hostname))].filter(isLoopback);
}
