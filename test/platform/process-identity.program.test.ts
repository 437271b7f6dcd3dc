import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { processIdentity } from '../../src/platform/process-identity.ts';

// The first thread ends by the system call alone; the other one goes on until its input ends.
const OUTLIVED = `
import ctypes, platform, sys, threading
threading.Thread(target=sys.stdin.read).start()
print('begun', flush=True)
ctypes.CDLL(None).syscall({'x86_64': 60}.get(platform.machine(), 93), 0)
`;

const title = 'a process whose first thread has ended lives until its last one does';
(process.platform === 'linux' ? test : test.skip)(`${title} (Linux, with python3)`, async () => {
  const child = spawn('python3', ['-c', OUTLIVED], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { pid = 0 } = child;
  const identity = await processIdentity(pid);
  await once(child.stdout, 'data');
  await wait(300);
  expect(identity).toBeDefined();
  expect(await processIdentity(pid)).toBe(identity);
  child.stdin.end();
  await once(child, 'exit');
  expect(await processIdentity(pid)).toBeUndefined();
});
