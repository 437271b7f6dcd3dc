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

const rules = z.object({ overrides: z.array(z.looseObject({ files: z.array(z.string()) })) });
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

/** Rows of the table of pure rooms: what each may import, up to what parts of it may besides. */
const ROWS = (/\nPure rooms[^]*?\nThe rooms around/.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, room = '', , who = '']) => [room.replaceAll('`', ''), who.replace(/;.*/, '')] as const);

test('ARCHITECTURE.md has a row for each room that lint holds to be pure', () => {
  const { overrides } = rules.parse(JSON.parse(readFileSync('.oxlintrc.json', 'utf8')));
  const pure = overrides.filter((each) => JSON.stringify(each).includes('Pure rooms import'));
  const rooms = pure.flatMap(({ files }) => files.flatMap((file) => /^src\/([a-z]+)\/\*\*$/.exec(file)?.[1] ?? []));
  expect(ROWS.map(([room]) => room).toSorted()).toEqual(rooms.toSorted());
});

test.each(ROWS)('ARCHITECTURE.md says of %s which rooms lint lets it import', (room, who) => {
  expect([...(may.get(room) ?? [])].toSorted()).toEqual(who === 'itself' ? [] : who.split(', '));
});

test('no room imports the command line', () => {
  expect([...may].filter(([, others]) => others.has(COMPOSES))).toEqual([]);
});
