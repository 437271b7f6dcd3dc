/** Programs for processes that waited for their job, in each language. */
/** Leaves what it can for whoever comes after it, and says so. */
export const LEAVING = {
  python: `
import builtins, json, os, sys, types
def attempt(way):
    try: way()
    except BaseException: pass
def written(folder):
    with open(folder + '/left', 'w') as stream: stream.write('x')
for folder in ('.', '/tmp', '/dev/shm', '/work', '/opt/dsap', os.path.dirname(json.__file__)):
    attempt(lambda: written(folder))
os.environ['LEFT'] = builtins.left = json.left = 'x'
sys.modules['left'] = types.ModuleType('left')
sys.path.append('/left')
for number in range(20): attempt(lambda: os.open('.', os.O_RDONLY))
def thread():
    import threading, time
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
attempt(thread)
def child():
    if os.fork() == 0:
        os.setsid()
        import time
        time.sleep(60)
        os._exit(0)
attempt(child)
print('left')
`,
  typescript: `
import { openSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
function attempt(way: () => unknown): void { try { way(); } catch {} }
for (const folder of ['.', '/tmp', '/dev/shm', '/work', '/opt/dsap']) attempt(() => writeFileSync(folder + '/left', 'x'));
Object.assign(globalThis, { left: 'x' });
Object.assign(Object.prototype, { left: 'x' });
attempt(() => { process.env['LEFT'] = 'x'; });
for (let number = 0; number < 20; number++) attempt(() => openSync('.', 'r'));
setInterval(() => {}, 1_000).unref();
attempt(() => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).on('error', () => {}).unref());
console.log('left');
setTimeout(() => process.exit(0), 100);
`,
} as const;

/** Prints all that could have been left as JSON, which is the same in a process that was started for it. */
export const LOOKING = {
  python: `
import builtins, glob, json, os, sys
def names(folder):
    return sorted(name for name in (os.listdir(folder) if os.path.isdir(folder) else []))
def descriptors():
    return [number for number in range(3, 200) if not closed(number)]
def closed(number):
    try: os.fstat(number)
    except OSError: return True
processes = [path for path in glob.glob('/proc/[0-9]*/cmdline') if b'sleep' in open(path, 'rb').read()]
print(json.dumps([
    names('.'), names('/tmp'), names('/dev/shm'), os.environ.get('LEFT'), hasattr(builtins, 'left'), hasattr(json, 'left'),
    'left' in sys.modules, '/left' in sys.path, descriptors(), processes, sys.argv, __name__, os.getcwd() == os.path.dirname(__file__),
    sys.stdin.read(),
]))
`,
  typescript: `
import { readdirSync, readFileSync } from 'node:fs';
function names(folder: string): string[] { try { return readdirSync(folder).toSorted(); } catch { return []; } }
console.log(JSON.stringify([
  names('.'), names('/tmp'), names('/dev/shm'), process.env['LEFT'] ?? '', 'left' in globalThis, 'left' in {}, process.argv.slice(2),
  names('/proc').filter((name) => { try { return readFileSync('/proc/' + name + '/cmdline', 'utf8').includes('sleep'); } catch { return false; } }),
  readFileSync(0, 'utf8'),
]));
`,
} as const;

/** What harms its parent, or those that wait beside it. */
export const HARMING = {
  'signals its parent': {
    python: 'import os, signal\nos.kill(os.getppid(), signal.SIGKILL)',
    typescript: 'process.kill(process.ppid, "SIGKILL");',
  },
  'signals all': {
    python: 'import os, signal\nos.kill(-1, signal.SIGKILL)',
    typescript: 'process.kill(-1, "SIGKILL");',
  },
  'traces its parent': {
    python: `import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, os.getppid(), 0, 0) == 0 or libc.ptrace(16, 1, 0, 0) == 0: print('TRACED')`,
    typescript: `import { readFileSync } from 'node:fs';
readFileSync('/proc/' + process.ppid + '/mem');
console.log('TRACED');`,
  },
  'fills the pipe': {
    python: 'import sys\nwhile True: sys.stdout.write("x" * 100_000)',
    typescript: 'for (;;) console.log("x".repeat(99_999));',
  },
  'forks for ever': {
    python: 'import os\nwhile True: os.fork()',
    typescript: `import { spawn } from 'node:child_process';
for (;;) spawn(process.execPath, [import.meta.filename]);`,
  },
  'never ends': { python: 'while True: pass', typescript: 'for (;;);' },
} as const;
