// The command line for a container engine; with an engine and something to run (TEST_OCI_ROOTFS or TEST_OCI_IMAGE) also the real thing.
import { runArguments } from '../../src/sandbox/oci/arguments.ts';
import { usageIn } from '../../src/sandbox/oci/client.ts';
import { createOci } from '../../src/sandbox/oci/oci.ts';
import { insideCommand, outcomeInside } from '../../src/sandbox/oci/preamble.ts';
import type { OciSettings } from '../../src/sandbox/oci/settings.ts';
import { DEFAULT_LIMITS, runJob } from '../../src/sandbox/sandbox.ts';
import { openBackends } from './support/backends.ts';
import { keepsTheContract, PYTHON } from './support/contract.ts';

const DOCKER: OciSettings = { cli: 'docker', image: 'python:3.13-slim' };
const PODMAN: OciSettings = { cli: 'podman', rootfs: '/srv/rootfs' };
const GVISOR: OciSettings = { ...DOCKER, runtime: 'runsc' };

const CONTENTS = { toolchain: 'python', limits: DEFAULT_LIMITS, deadline: 35, command: ['env', '-i', 'true'] } as const;

function argumentsFor(settings: OciSettings): string {
  return runArguments(settings, 'a-name', CONTENTS).join(' ');
}

test.each([
  ['no network', '--network none'],
  ['no rights', '--cap-drop ALL --security-opt no-new-privileges'],
  ['an account without rights', '--user 65534:65534'],
  ['nothing to write on', '--read-only'],
  ['but memory of the size of the disk', '--tmpfs /tmp:rw,exec,nosuid,nodev,mode=1777,size=67108864'],
  ['memory, and none on the disk', '--memory 536870912 --memory-swap 536870912'],
  ['processes, and two of its own', '--pids-limit 66'],
  ['files that are no larger than the disk', '--ulimit fsize=67108864'],
  ['a name to be killed by', '--name a-name'],
  ['no log on the host', '--log-driver none'],
])('a container has %s', (_, part) => {
  expect(argumentsFor(DOCKER)).toContain(part);
  expect(argumentsFor(PODMAN)).toContain(part);
});

test.each([
  [
    'an image is never fetched, and its entry point not used',
    DOCKER,
    /--entrypoint env --pull never python:3\.13-slim -i true$/,
  ],
  ['podman runs a folder', PODMAN, /--entrypoint env --rootfs \/srv\/rootfs -i true$/],
  [
    'podman ends a container itself, and leaves it no other folder to write in',
    PODMAN,
    /--read-only-tmpfs=false --timeout 35 /,
  ],
  ['gVisor has room for its own threads', GVISOR, /--runtime runsc .*--pids-limit 2048 /],
] as const)('%s', (_, settings, part) => {
  expect(argumentsFor(settings)).toMatch(part);
});

test.each([
  ['the second version', 'usage_usec 1500000\nuser_usec 1400000\nsystem_usec 100000\n', 1_500],
  ['the first version', 'nr_periods 0\nnr_throttled 0\n1500000000\n', 1_500],
  ['none', 'nr_periods 0\n', undefined],
])('the processor time of a container is read from control groups of %s (R110)', (_, shown, used) => {
  expect(usageIn(shown)).toBe(used);
});

test('the environment of an image is dropped', () => {
  const inside = insideCommand({ tarBytes: 2048, deadline: 9, env: { GIVEN: 'x y' }, program: ['python3', 'main.py'] });
  expect(inside.slice(0, 2)).toEqual(['env', '-i']);
  expect(inside).toContain('GIVEN=x y');
  expect(inside.slice(-4)).toEqual(['4', '9', 'python3', 'main.py']);
});

test.each([
  [0, { kind: 'exited', code: 0 }],
  [250, { kind: 'exceeded', bound: 'memory' }],
  [128 + 25, { kind: 'exceeded', bound: 'disk' }],
  [128 + 24, { kind: 'exceeded', bound: 'cpu' }],
  [128 + 11, { kind: 'signalled', signal: 'SIGSEGV', inside: true }],
  [128 + 9, { kind: 'signalled', signal: 'SIGKILL' }],
  [251, { kind: 'signalled', signal: 'SIGKILL', inside: true }],
])('the exit code %d of a container stands for %j', (code, ending) => {
  expect(outcomeInside({ kind: 'exited', code })).toEqual(ending);
});

test.each([
  ['neither an image nor a rootfs', { cli: 'podman' }, /either an image or a rootfs/],
  ['both', { cli: 'podman', image: 'x', rootfs: '/x' }, /either an image or a rootfs/],
  ['a rootfs for docker', { cli: 'docker', rootfs: '/x' }, /podman only/],
] as const)('settings with %s are refused', async (_, settings, message) => {
  await expect(createOci({ ...settings, log() {} })).rejects.toThrow(message);
});

test('without the engine there is no such sandbox, and the log says why', async () => {
  const lines: string[] = [];
  const { PATH } = process.env;
  process.env['PATH'] = '/no/such/folder';
  const made = createOci({ ...DOCKER, log: (line) => lines.push(line) });
  process.env['PATH'] = PATH;
  expect(await made).toBeUndefined();
  expect(lines).toEqual([expect.stringMatching(/^docker starts no program here: .*ENOENT/)]);
});

const { sandbox, missing } = (await openBackends()).find(({ name }) => name === 'oci') ?? {};
const here = sandbox ? describe : describe.skip;

here(`containers${missing === undefined ? '' : ` (not here: ${missing})`}`, () => {
  const opened = () => {
    if (sandbox) return sandbox;
    throw new Error('there is nothing to run containers with');
  };
  afterAll(() => opened().close());

  describe('run Python', () => {
    keepsTheContract(opened, PYTHON);
  });

  test('a job that was ended leaves no container', async () => {
    const job = { toolchain: 'command', argv: ['sleep', '60'], files: {}, limits: { wall: 300 } } as const;
    const { ending } = await runJob(opened(), job, new AbortController().signal);
    expect(ending).toEqual({ kind: 'exceeded', bound: 'wall' });
  });
});
