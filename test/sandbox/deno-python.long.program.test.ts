import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { createDeno } from '../../src/sandbox/deno/deno.ts';
import { type Sandbox, SandboxFault } from '../../src/sandbox/sandbox.ts';
import { treeOf } from '../support/processes/process-table.ts';
import { untilGone, usePrograms } from '../support/processes/processes.ts';
import { until } from '../support/until.ts';
import { jobFolders, jobOf, keepsTheContract, PYTHON, run } from './support/contract.ts';

const runProgram = usePrograms();

const CACHE = cacheDirectory(process.env);

async function open(
  settings: { readonly cacheDirectory?: string; readonly pool?: number; readonly log?: (line: string) => void } = {},
) {
  const made = await createDeno({ cacheDirectory: CACHE, log: () => {}, pool: 2, ...settings });
  if (!made) throw new Error('Deno is not installed');
  return made;
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await open({ pool: 0 });
});
afterAll(async () => {
  await sandbox.close();
  expect(await jobFolders()).toEqual([]);
});

describe('python', () => {
  keepsTheContract(() => sandbox, PYTHON, 256 * 1024 * 1024);
});

const never = new AbortController().signal;
const python = (text: string, rest: Parameters<typeof run>[3] = {}) => run(sandbox, PYTHON, text, rest);

describe('a program runs as `python main.py` would', () => {
  test.each([
    [
      'import os, sys\nprint(__name__, __file__, os.getcwd(), os.listdir(), sys.path[0])\nsys.exit()',
      0,
      "__main__ /work/main.py /work ['main.py'] /work\n",
    ],
    ['import sys\nsys.exit("said")', 1, ''],
    ['import atexit\natexit.register(print, "last")\nraise SystemExit(259)', 3, 'last\n'],
    ['import os\nprint("said")\nos._exit(5)', 5, 'said\n'],
    [
      'import asyncio\nasync def main():\n    await asyncio.sleep(0.01)\n    print(input())\nasyncio.run(main())',
      0,
      'typed\n',
    ],
    [
      'import secrets, tempfile, uuid\nprint(len({uuid.uuid4(), uuid.uuid4()}), len(secrets.token_bytes(4)))',
      0,
      '2 4\n',
    ],
    ['import unittest\nclass T(unittest.TestCase):\n    def test(self): pass\nunittest.main(argv=["x"])', 0, ''],
    [
      'def f(): f()\ntry: f()\nexcept RecursionError: print("deep")\ntry: bytearray(2 * 10**9)\nexcept MemoryError: print("much")',
      0,
      'deep\nmuch\n',
    ],
  ])('%j', async (text, code, stdout) => {
    expect(await python(text, { input: 'typed' })).toMatchObject({ ending: { kind: 'exited', code }, stdout });
  });

  test('a traceback begins in the program', async () => {
    const { stderr } = await python('def f():\n    raise ValueError("boom")\nf()');
    expect(stderr).toMatch(/^Traceback \(most recent call last\):\n {2}File "\/work\/main\.py", line 3, in <module>\n/);
    expect((await python('x = = 1')).stderr).toMatch(/File "\/work\/main\.py", line 1\n[^]*SyntaxError/);
  });

  test('a script in a folder has that folder on its path', async () => {
    const files = {
      'tests/main.py': 'import beside, sys\nprint(beside.value, sys.path[0])',
      'tests/beside.py': 'value = 1',
    };
    expect((await python('', { files, argv: ['tests/main.py'] })).stdout).toBe('1 /work/tests\n');
  });

  test('what ends Python itself ends the job', async () => {
    const text =
      'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())';
    expect((await python(text)).ending).toEqual({ kind: 'exited', code: 134 });
  });
});

describe('what a program cannot reach', () => {
  /** Python statements that would succeed where there is a way out. */
  const ways = {
    Deno: 'import js; js.Deno',
    'the process': 'import js; js.process',
    'code of JavaScript': 'import pyodide.code; pyodide.code.run_js("1")',
    'a constructor of functions': 'import js; js.constructor.constructor("return this")()',
    'that of another function': 'import pyodide_js; pyodide_js.runPython.constructor("return this")()',
    'a folder of the host': 'import pyodide_js; pyodide_js.mountNodeFS("/mnt", "/etc")',
    'a file of the host': 'open("/etc/passwd")',
    'a package on the disk':
      'import pyodide_js; from pyodide.ffi import run_sync; run_sync(pyodide_js.loadPackage("file:///x.whl")); import x',
    'a program': 'import subprocess; subprocess.run(["true"])',
    'a fork': 'import os; os.fork()',
    'a signal': 'import os; os.kill(1, 0)',
    'a thread': 'import threading; threading.Thread(target=print).start()',
    'a connection': 'import socket; socket.create_connection(("127.0.0.1", 9))',
    'a URL': 'import urllib.request; urllib.request.urlopen("http://127.0.0.1:9")',
    'a URL by JavaScript': 'from pyodide.http import open_url; open_url("http://127.0.0.1:9")',
  };

  test('whatever way it tries', async () => {
    const text = `import json, sys
reached = {}
for name, way in json.loads(sys.stdin.read()).items():
    try:
        exec(way, {})
        reached[name] = True
    except Exception:
        reached[name] = False
print(json.dumps(reached))`;
    const { stdout } = await python(text, { input: JSON.stringify({ ...ways, nothing: 'import sys' }) });
    const reached: Record<string, boolean> = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(Object.keys(reached).filter((name) => reached[name])).toEqual(['nothing']);
    expect(Object.keys(reached)).toHaveLength(Object.keys(ways).length + 1);
  });

  test.each([
    ['a shell', 'import os\nos.system("true")'],
    ['a script of Emscripten', 'import ctypes\nctypes.CDLL(None).emscripten_run_script(b"1")'],
  ])('%s, which ends Python', async (_what, text) => {
    const { ending, stdout } = await python(`${text}\nprint("REACHED")`);
    expect(ending).toEqual({ kind: 'exited', code: 134 });
    expect(stdout).not.toContain('REACHED');
  });

  test('another program: each has a Python of its own', async () => {
    await python(
      'import builtins, os\nbuiltins.left = 1\nopen("/work/left", "w").write("x")\nos.environ["LEFT"] = "x"',
    );
    const { stdout } = await python(
      'import builtins, os\nprint(hasattr(builtins, "left"), os.listdir(), os.environ.get("LEFT"))',
    );
    expect(stdout).toBe("False ['main.py'] None\n");
  });
});

test('what JavaScript holds for Python is memory too', async () => {
  const text = 'from pyodide.ffi import to_js\nkept = []\nwhile True: kept.append(to_js(bytes(8_000_000)))';
  expect((await python(text, { limits: { memory: 100_000_000 } })).ending).toEqual({
    kind: 'exceeded',
    bound: 'memory',
  });
});

test('two runs of a program are alike, in hashes and random numbers', async () => {
  const text = 'import random\nprint(hash("a"), random.random(), {"a", "b", "c"})';
  expect((await python(text)).stdout).toBe((await python(text)).stdout);
});

test('a job of a file that is not there cannot be run', () => {
  expect(() => sandbox.start(jobOf(PYTHON, '', { argv: ['other.py'] }), never)).toThrow(SandboxFault);
});

describe('the snapshot', () => {
  test('is made once, also when two make it at the same time, and used from then on', async () => {
    const cache = await mkdtemp(path.join(tmpdir(), 'snapshots-'));
    await Promise.all([open({ cacheDirectory: cache }), open({ cacheDirectory: cache })]);
    const names = await readdir(cache);
    expect(names).toEqual([expect.stringMatching(/^python-.*\.snapshot$/)]);
    const made = await stat(path.join(cache, String(names[0])));
    const again = await open({ cacheDirectory: cache });
    expect((await run(again, PYTHON, 'print(1)')).stdout).toBe('1\n');
    await again.close();
    expect((await stat(path.join(cache, String(names[0])))).ino).toBe(made.ino);
    await rm(cache, { recursive: true });
  }, 120_000);

  test('is not needed, as the log says', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'snapshots-')), 'file');
    await writeFile(file, '');
    const said: string[] = [];
    const cold = await open({ cacheDirectory: file, pool: 0, log: (line) => said.push(line) });
    expect((await run(cold, PYTHON, 'print(1)', { limits: { wall: 1_000 } })).stdout).toBe('1\n');
    expect(said).toEqual([expect.stringMatching(/^Python starts slowly/)]);
    await cold.close();
    await rm(path.dirname(file), { recursive: true });
  }, 120_000);
});

describe('Pythons that wait', () => {
  test('serve the next jobs; those that died meanwhile are not missed; none is left in the end', async () => {
    const others = new Set((await hosts()).map(({ pid }) => pid));
    const mine = async () => (await hosts()).filter(({ pid }) => !others.has(pid));
    const warm = await open();
    const firsts = await Promise.all([1, 1].map((value) => run(warm, PYTHON, `print(${value})`)));
    expect(firsts.map(({ stdout }) => stdout)).toEqual(['1\n', '1\n']);
    const waiting = await until('two wait', async () => {
      const rows = await mine();
      return rows.length === 2 ? rows : undefined;
    });
    const [first] = waiting;
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await untilGone(first?.pid ?? 0);
    const outputs = await Promise.all([1, 2, 3].map((value) => run(warm, PYTHON, `print(${value})`)));
    expect(outputs.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n']);
    await warm.close();
    expect(await mine()).toEqual([]);
  });

  test('do not keep our process alive, and go with it', async () => {
    const holder = runProgram('test/sandbox/fixtures/leave-warm.ts', []);
    const [, pids = ''] = await holder.line(/^below ([\d ]+)$/);
    expect(await holder.ended).toBe(0);
    expect(pids.split(' ').length).toBeGreaterThanOrEqual(2);
    await Promise.all(pids.split(' ').map((pid) => untilGone(Number(pid))));
  });
});

/** Processes of ours that are a Python, or are about to be one. */
async function hosts() {
  return (await treeOf(process.pid)).filter(({ about }) => about.includes('python-host.mjs'));
}
