import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DemoSettings } from '../commands/demo.ts';
import type { Ask, Asked } from './asked.ts';

type Of = Extract<Asked, { kind: 'config' }>['of'];
type Queues = Extract<Asked, { kind: 'worker' }>['queues'];

/** The commands that serve, and `config`, which tells with what. */
export function addServing(program: Command, ask: Ask): void {
  program
    .command('dev')
    .description(
      'everything in one process tree: Temporal, PostgreSQL, API and worker, embedded unless the settings name others',
    )
    .action(() => ask({ kind: 'dev' }));
  program
    .command('demo')
    .description('everything as dev, and the bundled demonstrations on it')
    .option('--exit', 'end when it is over, with its outcome as exit code')
    .option('--wait', 'leave its questions open, to be answered in the console; it goes on from there')
    .option('--folder <path>', 'the project whose installed packages are read; this one when left out')
    .option('--count <n>', 'how many packages (12)', packages)
    .option('--out <file>', 'where the notice goes (out/third-party-notice.txt)')
    .action(({ exit = false, wait, folder, count, out }: DemoSettings & { exit?: boolean }) =>
      ask({ kind: 'demo', exit, wait, folder, count, out }),
    );
  program
    .command('api')
    .description('the API alone (needs DATABASE_URL and a Temporal address)')
    .action(() => ask({ kind: 'api' }));
  program
    .command('worker')
    .description('a worker alone (needs the same)')
    .addOption(new Option('--queue <queue>', QUEUE).choices(['all', 'guards', 'others']))
    .action(({ queue = 'all' }: { queue?: Queues }) => ask({ kind: 'worker', queues: queue }));
  program
    .command('rebuild-views')
    .description('fold anew what /trace, /why and /v1/stats read; what was broken off goes on where it was')
    .action(() => ask({ kind: 'rebuild-views' }));
  program
    .command('config')
    .description('print the settings in force, without secrets')
    .addOption(
      new Option('--of <command>', 'as another command reads them').choices(['dev', 'api', 'worker', 'guards']),
    )
    .action(({ of = 'dev' }: { of?: Of }) => ask({ kind: 'config', of }));
}

const QUEUE =
  "guards: run programs, for guards and generators, and nothing else; needs a Temporal address and DSAP_API_URL, and refuses to hold the database's address or any key. others: serve every task queue but that one";

function packages(text: string): number {
  const count = Number(text);
  if (!(Number.isInteger(count) && count > 0)) throw new InvalidArgumentError('It is a number of packages.');
  return count;
}
