// Runs inside Deno: one Python program in Pyodide, which is CPython compiled to WebAssembly.
//   make <folder of pyodide> <snapshot>                 writes a snapshot of a Python that has its modules loaded
//   serve <folder of pyodide> <snapshot or ''> <first line> <second line> <file with what is loaded ahead, JSON {files, imports}>
//                                                       says the first line when it is ready, takes one job on standard input, `<bytes>`
//                                                       and JSON {files, argv, env}, says the second line, and becomes the program: what
//                                                       follows on standard input is the program's
// Pyodide is no wall; Deno's permissions are, and none is left when the program begins.

const { args, exit, permissions, readFileSync, stderr, stdin, stdout, writeFileSync } = Deno;
const [mode, folder, snapshotFile, ready, greeting, preloadFile] = args;

// What programs and our harnesses import most; one that is in the snapshot costs nothing. importlib.metadata is what Python itself imports the
// first time that it is told of new files.
const PRELOADED = `
import abc, ast, collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, importlib, importlib.metadata, inspect
import io, itertools, json, math, operator, pprint, random, re, string, symtable, sys, textwrap, time, tokenize, traceback, types, typing
import unittest
`;

// As `python main.py` would: the same __main__, the same sys.path, the same traceback and exit code.
const RUNNER = `
import importlib, json, os, sys

def lay(files):
    os.makedirs('/work', exist_ok=True)
    for name, content in files.items():
        file = os.path.join('/work', name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, 'w', encoding='utf-8', newline='') as stream:
            stream.write(content)
    os.chdir('/work')
    importlib.invalidate_caches()

def preload(text):
    given = json.loads(text)
    lay(given['files'])
    before = sys.path[:]
    sys.path.insert(0, '/work')
    for module in given['imports']:
        importlib.import_module(module)
    sys.path[:] = before

def run(text):
    import atexit, builtins, types
    job = json.loads(text)
    lay(job['files'])
    os.environ.clear()
    os.environ.update({'HOME': '/work', 'LANG': 'C.UTF-8', **job['env']})
    program = os.path.join('/work', job['argv'][0])
    sys.argv = job['argv']
    sys.path[:] = [os.path.dirname(program), *(entry for entry in sys.path if entry.startswith('/lib'))]
    main = types.ModuleType('__main__')
    main.__file__ = program
    main.__builtins__ = builtins
    sys.modules['__main__'] = main

    def guarded(work):
        try:
            work()
            return 0
        except SystemExit as stop:
            if stop.code is None or isinstance(stop.code, int):
                return (stop.code or 0) & 255
            print(stop.code, file=sys.stderr)
            return 1
        except BaseException as error:
            frames = error.__traceback__.tb_next.tb_next
            sys.excepthook(type(error), error.with_traceback(frames), frames)
            return 1

    def program_runs():
        with open(program, 'rb') as stream:
            code = compile(stream.read(), program, 'exec', dont_inherit=True)
        exec(code, main.__dict__)

    def finish():
        guarded(atexit._run_exitfuncs)
        guarded(sys.stdout.flush)
        guarded(sys.stderr.flush)

    return lambda: guarded(program_runs), finish
preload, run
`;

// WebAssembly is compiled function by function at first use, which is better done while nobody waits.
const WARM_UP = `
import json, os
os.makedirs('/work', exist_ok=True)
with open('/work/warm', 'w', encoding='utf-8', newline='') as stream:
    stream.write(json.dumps(json.loads('{"text": ["1", 2.5, {}]}')))
with open('/work/warm', 'rb') as stream:
    exec(compile(b'import sys\\nclass A:\\n    def f(self): return [str(x) for x in (1, 2)]\\n', 'warm', 'exec'), {})
os.remove('/work/warm')
`;

if (mode === 'make') await make();
else await serve();

async function make() {
  const python = await load({ _makeSnapshot: true });
  python.runPython(PRELOADED);
  writeFileSync(snapshotFile, python.makeMemorySnapshot());
}

async function serve() {
  const python = await load({ ...snapshot(), jsglobals: {} });
  // The source of random bytes is looked for at its first use, and can be found only now.
  python.runPython('import os; os.urandom(1)', { globals: python.toPy({}) });
  const ahead = new TextDecoder().decode(readFileSync(preloadFile));
  await permissions.revoke({ name: 'read' });
  for (const name of ['Deno', 'caches', 'localStorage', 'sessionStorage', 'Worker']) delete globalThis[name];
  // Pyodide leaves an exit code here when the program ends itself with os._exit.
  globalThis.process = { __proto__: null };
  const [preload, run] = python.runPython(RUNNER);
  python.runPython(WARM_UP, { globals: python.toPy({}) });
  preload(ahead);
  say(ready);
  const job = readJob();
  connect(python);
  const [program, finish] = run(job);
  say(greeting);
  exit(await end(program, finish));
}

async function end(program, finish) {
  try {
    const code = await program.callPromising();
    finish();
    return code;
  } catch (error) {
    if (typeof error?.status === 'number') return error.status & 255;
    write(stderr, new TextEncoder().encode(`${String(error)}\n`));
    return 134;
  }
}

/** Without one a start is slow, and no worse. */
function snapshot() {
  try {
    return snapshotFile ? { _loadSnapshot: readFileSync(snapshotFile) } : {};
  } catch {
    return {};
  }
}

async function load(options) {
  const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
  return loadPyodide({ indexURL: `${folder}/`, env: { HOME: '/work' }, ...options });
}

/** The bytes behind it belong to the program. */
function readJob() {
  let length = '';
  for (let digit = readExactly(1); digit !== '\n'; digit = readExactly(1)) length += digit;
  const job = readExactly(Number(length));
  readExactly(1);
  return job;
}

function readExactly(length) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = stdin.readSync(bytes.subarray(at));
    if (read === null) exit(0);
    at += read;
  }
  return new TextDecoder().decode(bytes);
}

function say(line) {
  write(stdout, new TextEncoder().encode(`${line}\n`));
}

function connect(python) {
  python.setStdin({ isatty: false, read: (buffer) => stdin.readSync(buffer) ?? 0 });
  python.setStdout({ isatty: false, write: (buffer) => write(stdout, buffer) });
  python.setStderr({ isatty: false, write: (buffer) => write(stderr, buffer) });
}

function write(stream, bytes) {
  for (let written = 0; written < bytes.length; ) written += stream.writeSync(bytes.subarray(written));
  return bytes.length;
}
