// Real Python that forks for its jobs in a real bubblewrap (sandbox.fork).
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { lackingIn } from '../../../src/sandbox/bwrap/forking/probe.ts';
import { type Sandbox, SandboxFault } from '../../../src/sandbox/sandbox.ts';
import { sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../../guards/a-context.ts';
import { treeOf } from '../../support/processes/process-table.ts';
import { untilGone, usePrograms } from '../../support/processes/processes.ts';
import { until } from '../../support/until.ts';
import { forkingNow, isForked, openForking, parentsBelow, run, start } from './forked.ts';

const runProgram = usePrograms();

const { sandbox: forking, said } = await openForking();
const here = forking ? test : test.skip;
const title = (text: string) => `${text}${forking ? '' : ` (not here: ${said.join('; ')})`}`;

afterAll(() => forking?.close());

function sandbox(): Sandbox {
  if (forking) return forking;
  throw new Error('there is no bubblewrap here');
}

/** Leaves or finds: a file, a variable, a module, an attribute, a process and a socket. */
const LEAVING = `import builtins, json, os, socket, sys, time, types
for folder in ('/work', '/tmp', '/dev/shm'): open(folder + '/left', 'w').write('x')
os.environ['LEFT'] = builtins.left = json.left = 'x'
sys.modules['left'] = types.ModuleType('left')
listening = socket.socket(socket.AF_UNIX)
listening.bind('\\0left')
listening.listen()
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
print('left', flush=True)
`;
const FINDING = `import builtins, glob, json, os, socket, sys
def connected():
    try: socket.socket(socket.AF_UNIX).connect('\\0left')
    except OSError: return False
    return True
print(json.dumps([
    glob.glob('/work/left') + glob.glob('/tmp/*') + glob.glob('/dev/shm/*'), 'LEFT' in os.environ, hasattr(builtins, 'left'),
    hasattr(json, 'left'), 'left' in sys.modules, connected(), sorted(name for name in os.listdir('/proc') if name.isdigit()),
]))
`;
const FOUND_NOTHING = [[], false, false, false, false, false, ['1', '2']];

describe('a verdict of python-tests', () => {
  const TESTS = 'from doubling import double\n\ndef test_two():\n    assert double(1) == 2\n';

  async function verdictOf(factor: number) {
    const guard = createGuardRegistry({ sim: false, sandboxes: sandboxesOf([sandbox()]) }).find('python-tests');
    const artifact = `def double(number):\n    return ${factor} * number\n`;
    return (await guard?.evaluate(guard.options.parse({ tests: TESTS }), aContext(artifact)))?.verdict;
  }

  here(title('is pass for what is right, and not for what is wrong, in children of parents'), async () => {
    await until('both halves are forked', async () => {
      const before = sandbox().pool?.().cold;
      expect(await verdictOf(2)).toBe('pass');
      return sandbox().pool?.().cold === before || undefined;
    });
    const before = sandbox().pool?.();
    expect([await verdictOf(2), await verdictOf(3)]).toEqual(['pass', 'retry']);
    const after = sandbox().pool?.();
    expect([(after?.warm ?? 0) - (before?.warm ?? 0), after?.cold]).toEqual([4, before?.cold]);
  });
});

describe('of two jobs of one parent', () => {
  here(title('the one finds nothing of the other, neither after it nor beside it'), async () => {
    await forkingNow(sandbox());
    const left = start(sandbox(), `${LEAVING}time.sleep(60)`);
    for await (const line of left.lines()) {
      expect(line).toBe('left');
      expect(JSON.parse((await run(sandbox(), FINDING)).stdout)).toEqual(FOUND_NOTHING);
      left.kill();
    }
    expect((await left.finished).ending).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
    expect((await run(sandbox(), LEAVING)).stdout).toBe('left\n');
    expect(JSON.parse((await run(sandbox(), FINDING)).stdout)).toEqual(FOUND_NOTHING);
    expect(await isForked(sandbox())).toBe(true);
  });

  here(title('each has its files and its input, and ends with its own code'), async () => {
    await forkingNow(sandbox());
    const codes = [3, 4, 5, 6];
    const finished = await Promise.all(codes.map((code) => run(sandbox(), `print(${code})\nexit(${code})`)));
    expect(finished.map(({ ending, stdout }) => [ending, stdout])).toEqual(
      codes.map((code) => [{ kind: 'exited', code }, `${code}\n`]),
    );
  });
});

/** Each says what it got, or the name of the error. */
const REACHING = `import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *given):
    print(name, 'got it' if getattr(libc, name)(*given) >= 0 else errno.errorcode[ctypes.get_errno()])
def attempt(name, way):
    try: way()
    except OSError as error: print(name, errno.errorcode[error.errno])
    else: print(name, 'got it')
call('ptrace', 16, 1, 0, 0)
call('unshare', 0x10000000)
call('unshare', 0x20000)
call('mount', b'none', b'/tmp', b'tmpfs', 0, None)
call('umount2', b'/proc', 2)
call('setns', os.open('/proc/self/ns/mnt', os.O_RDONLY), 0)
for file in ('mem', 'environ', 'maps', 'root/etc/passwd'): attempt(file, lambda: open('/proc/1/' + file, 'rb').read(1))
attempt('user namespaces', lambda: open('/proc/sys/user/max_user_namespaces', 'w'))
attempt('uid 0', lambda: os.setuid(0))
attempt('a signal to another', lambda: os.kill(3, 9))
for signal in (19, 9, 15, 2, 1): os.kill(os.getppid(), signal)
attempt('a signal to all', lambda: os.kill(-1, 9))
print('first process lives', flush=True)
`;

here(title('a child reaches neither its first process nor another namespace'), async () => {
  await forkingNow(sandbox());
  const { stdout, ending } = await run(sandbox(), REACHING);
  expect(stdout.split('\n')).toEqual([
    'ptrace EPERM',
    'unshare EPERM',
    'unshare EPERM',
    'mount EPERM',
    'umount2 EPERM',
    'setns EPERM',
    'mem EACCES',
    'environ EACCES',
    'maps EACCES',
    'root/etc/passwd EACCES',
    'user namespaces EROFS',
    'uid 0 EINVAL',
    'a signal to another ESRCH',
    'a signal to all ESRCH',
    'first process lives',
    '',
  ]);
  expect(ending).toEqual({ kind: 'exited', code: 0 });
  expect(await isForked(sandbox())).toBe(true);
});

here(title('when its parent is killed a job is a fault of the sandbox, and the next one is served'), async () => {
  await forkingNow(sandbox());
  const running = start(sandbox(), 'import time\nprint("up", flush=True)\ntime.sleep(60)');
  for await (const line of running.lines()) {
    expect(line).toBe('up');
    for (const pid of await parentsBelow(process.pid)) process.kill(pid, 'SIGKILL');
  }
  await expect(running.finished).rejects.toThrow(SandboxFault);
  expect((await run(sandbox(), 'print("served")')).stdout).toBe('served\n');
  await until('it forks again', async () => (await isForked(sandbox())) || undefined);
});

here(title('parents go with a worker that is killed, and so do their jobs and sockets'), async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dsap-forking-'));
  const env = { ...process.env, TMPDIR: folder };
  const program = runProgram('test/sandbox/fixtures/forking-job.ts', [cacheDirectory(process.env)], { env });
  await program.line(/^running/);
  const tree = await treeOf(program.child.pid ?? 0);
  expect(await readdir(folder)).toHaveLength(1);
  program.child.kill('SIGKILL');
  await Promise.all(tree.map(({ pid }) => untilGone(pid)));
  await until('the socket is gone', async () => (await readdir(folder)).length === 0 || undefined);
  await rm(folder, { recursive: true });
});

/** bubblewrap, but that it gives nobody any rights. */
const POOR_BWRAP = `#!/usr/bin/python3
import os, sys
if '--args' in sys.argv:
    with open(3, 'rb') as stream: words = stream.read().split(b'\\0')
    words = [b'--cap-drop' if word == b'--cap-add' else word for word in words]
    reads, writes = os.pipe()
    os.write(writes, b'\\0'.join(words))
    os.close(writes)
    os.dup2(reads, 3)
    os.set_inheritable(3, True)
os.execv('/usr/bin/bwrap', ['bwrap', *sys.argv[1:]])
`;

here(
  title('where a child cannot wall itself in Python is started for each job, and the log says why, once'),
  async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'dsap-poor-')), 'bin');
    await mkdir(folder);
    await writeFile(path.join(folder, 'bwrap'), POOR_BWRAP, { mode: 0o755 });
    await chmod(path.dirname(folder), 0o755);
    const { PATH } = process.env;
    process.env['PATH'] = `${folder}:${PATH}`;
    const poor = await openForking();
    process.env['PATH'] = PATH;
    expect(poor.said).toEqual([expect.stringMatching(/^bwrap forks no Python, [^]*Operation not permitted/)]);
    if (!poor.sandbox) throw new Error('it starts no program');
    expect(await run(poor.sandbox, 'print("served")')).toMatchObject({ stdout: 'served\n' });
    expect(await isForked(poor.sandbox)).toBe(false);
    await poor.sandbox.close();
    await rm(path.dirname(folder), { recursive: true });
  },
);

describe('a child is taken for walled in', () => {
  const PARENT = ['ipc:[1]', 'mnt:[1]', 'net:[1]', 'pid:[1]', 'user:[1]'];
  const WALLED = {
    capabilities: ['0000', '0000'],
    noNewPrivileges: '1',
    seccomp: '2',
    namespaces: ['ipc:[2]', 'mnt:[2]', 'net:[2]', 'pid:[2]', 'user:[2]'],
    further: 0,
    processes: ['1', '2'],
    mount: -1,
    unshare: [-1, -1],
  };

  test('when it has all walls', () => {
    expect(lackingIn(WALLED, PARENT)).toEqual([]);
  });

  test.each([
    [{ capabilities: ['0000', '0001'] }, 'it has rights'],
    [{ noNewPrivileges: '0' }, 'it may gain rights'],
    [{ seccomp: '0' }, 'its system calls are not filtered'],
    [{ namespaces: ['ipc:[2]', 'mnt:[2]', 'net:[1]', 'pid:[2]', 'user:[2]'] }, 'it shares net:[1] with its parent'],
    [{ further: 9 }, 'it may make user namespaces'],
    [{ unshare: [-1, 0] }, 'it may make user namespaces'],
    [{ mount: 0 }, 'it may mount'],
    [{ processes: ['1', '2', '3'] }, 'it sees processes of others'],
  ])('and not with %j', (lacking, why) => {
    expect(lackingIn({ ...WALLED, ...lacking }, PARENT)).toEqual([why]);
  });
});
