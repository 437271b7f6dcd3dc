import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Figure, ratio, type Takes } from '../figure.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** How soon the command line has an answer, beside a program that does nothing. */
export const command: Figure = {
  number: 26,
  name: 'command',
  title: 'A command over REST ÷ an empty script',
  async *measure(bench) {
    // One that answers at once, since what the service takes is no part of it.
    const service = createServer((_, response) =>
      response.end('{"data":[],"page":{"nextCursor":null,"hasMore":false}}'),
    );
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    try {
      const folder = await bench.folder();
      const empty = path.join(folder, 'empty.mjs');
      await writeFile(empty, '');
      const address = service.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const env = { ...process.env, DSAP_URL: `http://127.0.0.1:${port}`, XDG_CONFIG_HOME: folder };
      const timed = (file: string, ...args: readonly string[]) =>
        millisecondsOf(path.join(ROOT, 'bin', file), args, env);
      // Compiles what all starts but the first find compiled.
      await timed('dsap', 'run', 'list');
      const takes = { empty: [] as number[], list: [] as number[], help: [] as number[] };
      for (let round = 0; round < (bench.quick ? 9 : 25); round += 1) {
        takes.empty.push(await timed('node', empty));
        takes.list.push(await timed('dsap', 'run', 'list'));
        takes.help.push(await timed('dsap', 'run', 'list', '--help'));
      }
      yield row('`dsap run list` ÷ an empty script', takes, 'list');
      yield row('`dsap run list --help` ÷ an empty script', takes, 'help');
    } finally {
      service.close();
    }
  },
};

function row(what: string, takes: Takes, of: string) {
  return ratio(what, takes, [of, 'empty'], { limit: 3, is: 'atMost' });
}

async function millisecondsOf(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now();
  await promisify(execFile)(file, [...args], { env });
  return performance.now() - began;
}
