import type { Toolchain } from '../../model/isolation.ts';
import { messageOf } from '../../text/message-of.ts';
import { said } from '../bwrap/said.ts';
import { openJobs } from '../open-jobs.ts';
import { type Bound, type Job, type Sandbox, SandboxFault } from '../sandbox.ts';
import { boundsOf } from './bounds.ts';
import { type Client, clientOf } from './client.ts';
import { launchIn } from './container.ts';
import { checkSettings, type OciSettings } from './settings.ts';

export type { OciSettings } from './settings.ts';

/** Told why there is no such sandbox. */
interface Logged {
  readonly log: (line: string) => void;
}

/**
 * Containers of docker or podman, one for each job. Undefined where the client, its engine or the image is missing. Rejects for settings
 * that contradict themselves.
 */
export async function createOci({ log, ...settings }: OciSettings & Logged): Promise<Sandbox | undefined> {
  checkSettings(settings);
  const client = clientOf(settings);
  try {
    const version = await client.version();
    await client.sweep();
    const hard = await boundsOf(settings, client);
    const interpreters = await interpretersOf(settings, client);
    return sandboxOf(settings, client, { version, hard, interpreters });
  } catch (error) {
    log(`${settings.cli} starts no program here: ${messageOf(error)}`);
    return undefined;
  }
}

/** What runs the files of a toolchain in an image. */
interface Interpreter {
  readonly toolchain: Toolchain;
  readonly command: readonly [file: string, ...options: string[]];
  /** Such as `python3 3.11.2`. */
  readonly version: string;
}

interface Found {
  readonly version: string;
  readonly hard: readonly Bound[];
  readonly interpreters: readonly Interpreter[];
}

function sandboxOf(settings: OciSettings, client: Client, { version, hard, interpreters }: Found): Sandbox {
  const jobs = openJobs('oci');
  return {
    name: 'oci',
    version: [version, ...interpreters.map((one) => one.version)].join(', '),
    capabilities: {
      level: 'container',
      toolchains: [...interpreters.map(({ toolchain }) => toolchain), 'command'],
      hard,
    },
    start(job, signal) {
      const launch = { ...job, program: programOf(interpreters, job), env: job.env ?? {} };
      return jobs.run(signal, (either) => launchIn(settings, client, launch, either));
    },
    close: () => jobs.close(),
  };
}

function programOf(interpreters: readonly Interpreter[], { toolchain, argv }: Job): readonly string[] {
  if (toolchain === 'command') return argv;
  const interpreter = interpreters.find((one) => one.toolchain === toolchain);
  if (interpreter) return [...interpreter.command, ...argv];
  throw new SandboxFault(`The image of the sandbox oci has no program that runs ${toolchain}.`);
}

type Candidate = Omit<Interpreter, 'version'> & { readonly least: readonly [major: number, minor: number] };

/** Python as the harnesses need it, and Node that strips types by itself. */
const CANDIDATES: readonly Candidate[] = [
  { toolchain: 'python', command: ['python3', '-B', '-s'], least: [3, 11] },
  { toolchain: 'typescript', command: ['node', '--disable-warning=ExperimentalWarning'], least: [22, 18] },
];

async function interpretersOf(settings: OciSettings, client: Client): Promise<readonly Interpreter[]> {
  const found = CANDIDATES.map(async ({ least: [major, minor], ...candidate }) => {
    const asked = said((job, signal) => launchIn(settings, client, job, signal), [candidate.command[0], '--version']);
    const version = /(\d+)\.(\d+)\.\d+/.exec(await asked.catch(() => ''));
    const [, itsMajor, itsMinor] = (version ?? []).map(Number);
    if (!version || itsMajor === undefined || itsMinor === undefined) return [];
    const newEnough = itsMajor > major || (itsMajor === major && itsMinor >= minor);
    return newEnough ? [{ ...candidate, version: `${candidate.command[0]} ${version[0]}` }] : [];
  });
  return (await Promise.all(found)).flat();
}
