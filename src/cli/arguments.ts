import { parseArgs } from 'node:util';
import type { DemoSettings } from './commands/demo.ts';

/** What the command line asks for. */
export type Asked =
  | { readonly kind: 'dev' | 'api' | 'rebuild-views' }
  | ({ readonly kind: 'demo'; readonly exit: boolean } & DemoSettings)
  | { readonly kind: 'worker'; readonly queues: 'all' | 'guards' | 'others' }
  | { readonly kind: 'config'; readonly of: 'dev' | 'api' | 'worker' | 'guards' }
  | { readonly kind: 'definitions'; readonly name: string | undefined }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly why: string };

/** The commands that serve until they are told to stop, or have done what they do with the servers. */
export type Serving = Extract<Asked, { readonly kind: 'dev' | 'demo' | 'api' | 'worker' | 'rebuild-views' }>;

export const HELP = `dsap <command>

  dev      everything in one process tree: Temporal, PostgreSQL, API and worker, embedded unless the settings name others
  demo     everything as dev, and the bundled demonstration on it
             --exit           end when it is over, with its outcome as exit code
             --wait           leave its questions open, to be answered in the console; it goes on from there
             --folder PATH    the project whose installed packages are read; this one when left out
             --count N        how many packages (12)
             --out FILE       where the notice goes (out/third-party-notice.txt)
  api      the API alone (needs DATABASE_URL and a Temporal address)
  worker   a worker alone (needs the same)
             --queue guards   run programs, for guards and generators, and nothing else; needs a Temporal address and
                              DSAP_API_URL, and refuses to hold the database's address or any key
             --queue others   serve every task queue but that one
  rebuild-views
           fold anew what /trace, /why and /v1/stats read; what was broken off goes on where it was
  config   print the settings in force, without secrets
             --of api         as another command reads them: dev (default), api, worker, guards
  definitions [NAME]
           the workflow definitions that come with dsap; with a name, that one as YAML
  help     this text

Settings are environment variables; .env.example lists them. \`dsap --version\` prints the version.
`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  queue: { type: 'string' },
  of: { type: 'string' },
  exit: { type: 'boolean' },
  wait: { type: 'boolean' },
  folder: { type: 'string' },
  count: { type: 'string' },
  out: { type: 'string' },
} as const;

export function parseArguments(argv: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    if (values.version) return { kind: 'version' };
    if (values.help) return { kind: 'help' };
    return askedFor(positionals, values);
  } catch (error) {
    return wrong(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error));
  }
}

interface Values {
  readonly queue?: string | undefined;
  readonly of?: string | undefined;
  readonly exit?: boolean | undefined;
  readonly wait?: boolean | undefined;
  readonly folder?: string | undefined;
  readonly count?: string | undefined;
  readonly out?: string | undefined;
}

function askedFor([command = 'help', ...more]: readonly string[], values: Values): Asked {
  const { queue, of, ...demo } = values;
  if (command === 'definitions' && more.length < 2) return { kind: 'definitions', name: more[0] };
  if (more.length > 0) return wrong(`${command} takes no ${more.join(' ')}`);
  if (queue !== undefined && command !== 'worker') return wrong('--queue belongs to worker');
  if (of !== undefined && command !== 'config') return wrong('--of belongs to config');
  const [misplaced] = Object.keys(demo);
  if (misplaced !== undefined && command !== 'demo') return wrong(`--${misplaced} belongs to demo`);
  switch (command) {
    case 'dev':
    case 'api':
    case 'rebuild-views':
    case 'help':
      return { kind: command };
    case 'demo':
      return askedForDemo(demo);
    case 'worker':
      return queue === undefined || queue === 'all' || queue === 'guards' || queue === 'others'
        ? { kind: 'worker', queues: queue ?? 'all' }
        : wrong(`--queue is all, guards or others, not ${queue}`);
    case 'config':
      return of === undefined || of === 'dev' || of === 'api' || of === 'worker' || of === 'guards'
        ? { kind: 'config', of: of ?? 'dev' }
        : wrong(`--of is dev, api, worker or guards, not ${of}`);
    default:
      return wrong(`there is no command ${command}`);
  }
}

function askedForDemo({ exit = false, wait, folder, count, out }: Omit<Values, 'queue' | 'of'>): Asked {
  const packages = count === undefined ? undefined : Number(count);
  if (packages !== undefined && !(Number.isInteger(packages) && packages > 0)) {
    return wrong(`--count is a number of packages, not ${count}`);
  }
  return { kind: 'demo', exit, wait, folder, count: packages, out };
}

function wrong(why: string): Asked {
  return { kind: 'wrong', why };
}
