import { createRequire } from 'node:module';
import path from 'node:path';
import { runLedgerDemo } from '../../../examples/ledger/demo.ts';
import { runLicencesDemo } from '../../../examples/licences/demo.ts';
import { runOutageDemo } from '../../../examples/outage/demo.ts';
import { runResearchDemo } from '../../../examples/research/demo.ts';
import { runSigninDemo } from '../../../examples/signin/demo.ts';
import { runStackDemo } from '../../../examples/stack/demo.ts';
import type { Tree } from '../lifecycle.ts';
import { logFormatOf } from '../logger.ts';
import { urlAskedIn } from '../remote/place.ts';
import { ownModel } from '../start/models.ts';
import { printAddresses } from './addresses.ts';
import { type DevOptions, startDev } from './dev.ts';

/** What the command line of `dsap demo` asks for. */
export interface DemoSettings {
  /** A project whose installed packages are read; the one that the service itself is installed in when left out. */
  readonly folder?: string | undefined;
  /** How many packages; 12 when left out. */
  readonly count?: number | undefined;
  /** Questions are left open until somebody answers them in the console. */
  readonly wait?: boolean | undefined;
  /** The file the notice is written to. */
  readonly out?: string | undefined;
}

/** Prints a line as it is, colours included. */
interface Stage {
  readonly show: (line: string) => void;
}

/** The folder `node_modules` that the service's own packages are in. */
const MODULES = path.join(createRequire(import.meta.url).resolve('zod/package.json'), '../..');

/**
 * Brings up a whole service and runs the demonstrations on it (running 1). Answers the exit code that `--exit` ends with: 0 when every
 * run ended as it should, else 1. The service stays up.
 */
export async function demonstrate(tree: Tree, options: DevOptions, settings: DemoSettings & Stage): Promise<number> {
  const service = await startDev(tree, options);
  printAddresses(tree.print, service, urlAskedIn(process.cwd()));
  if (settings.wait !== true) {
    tree.print(
      '  The demonstrations answer their own questions at once. To answer in their place: npm run demo -- --wait',
    );
    tree.print('');
  }
  const { config } = options;
  const model = ownModel(config);
  const shown = {
    apiUrl: service.apiUrl,
    print: settings.show,
    wait: settings.wait ?? false,
    colour: process.stdout.isTTY && logFormatOf(config) === 'pretty',
    width: process.stdout.columns ?? 120,
    ...(config.auth === 'keys' && config.apiKey !== undefined && { apiKey: config.apiKey }),
  };
  const licences = await runLicencesDemo({
    ...shown,
    folder: path.resolve(settings.folder ?? MODULES),
    count: settings.count ?? 12,
    out: path.resolve(settings.out ?? 'out/third-party-notice.txt'),
    ...(model !== undefined && { model }),
  });
  tree.print('');
  const ledger = await runLedgerDemo(shown);
  tree.print('');
  const stack = await runStackDemo(shown);
  tree.print('');
  const signin = await runSigninDemo(shown);
  tree.print('');
  const research = await runResearchDemo(shown);
  tree.print('');
  const outage = await runOutageDemo(shown);
  return [licences, ledger, stack, signin, research, outage].every(({ ok }) => ok) ? 0 : 1;
}
