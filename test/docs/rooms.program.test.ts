// Who may import whom: .oxlintrc.json has a rule for each room of src, and oxlint says what it lets through.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { circles } from '../../scripts/figures/graph.ts';

/** Folders of `src`, and the files right in it. */
const ROOMS = readdirSync('src').map((name) => name.replace(/\.ts$/, ''));
const isFile = (room: string) => ['engine', 'index', 'worker'].includes(room);
/** The command line puts everything together. */
const COMPOSES = 'cli';

const report = z.object({ diagnostics: z.array(z.object({ message: z.string(), filename: z.string() })) });

/** Room → the rooms that lint lets it import. */
async function allowed(): Promise<Map<string, Set<string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
  try {
    writeFileSync(join(folder, '.oxlintrc.json'), readFileSync('.oxlintrc.json'));
    for (const room of ROOMS) {
      // Within a topology, not beside the registries.
      const home = isFile(room) ? 'src' : `src/${room}/within`;
      mkdirSync(join(folder, home), { recursive: true });
      const others = ROOMS.filter((other) => other !== room);
      writeFileSync(
        join(folder, home, isFile(room) ? `${room}.ts` : 'here.ts'),
        others.map(importing(room)).join('\n'),
      );
    }
    const args = [
      'node_modules/oxlint/bin/oxlint',
      '--config',
      join(folder, '.oxlintrc.json'),
      '--format',
      'json',
      folder,
    ];
    const told = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 }).catch((failed) => failed);
    const refused = report.parse(JSON.parse(told.stdout)).diagnostics.flatMap(({ message, filename }) => {
      const to = /^'(?:\.{1,2}\/)+(?<to>[a-z-]+)(?:\/there)?\.ts' import is restricted/.exec(message)?.groups?.['to'];
      const from = /src\/(?<from>[a-z-]+)/.exec(filename)?.groups?.['from'];
      return to === undefined ? [] : [`${from} ${to}`];
    });
    const others = (room: string) => ROOMS.filter((other) => other !== room && !refused.includes(`${room} ${other}`));
    return new Map(ROOMS.map((room) => [room, new Set(others(room))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function importing(room: string): (other: string) => string {
  const up = isFile(room) ? './' : '../../';
  return (other) => `export type * from '${up}${other}${isFile(other) ? '' : '/there'}.ts';`;
}

let may: Map<string, Set<string>>;
beforeAll(async () => {
  may = await allowed();
});

test('what lint lets rooms import makes no circle', () => {
  expect(circles(may)).toEqual([]);
});

test.each(ROOMS.filter((room) => room !== COMPOSES))(
  'the rule of %s names in words the rooms that it lets through',
  (room) => {
    const words = new RegExp(`"${room} may import (?<who>[^"]*)\\."`).exec(readFileSync('.oxlintrc.json', 'utf8'));
    const named =
      words?.groups?.['who'] === 'no other room' ? [] : (words?.groups?.['who']?.split(', ') ?? ['no rule']);
    expect([...(may.get(room) ?? [])].toSorted()).toEqual(named);
  },
);

test('no room imports the command line', () => {
  expect([...may].filter(([, others]) => others.has(COMPOSES))).toEqual([]);
});
