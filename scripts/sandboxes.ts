// `./bin/node scripts/sandboxes.ts`: tries every attack on every sandbox of this machine and prints a Markdown table of what came of it.
// The first columns are without a sandbox, to show that the attacks work. Ends with 1 where a sandbox lets one through that it should not.
import type { Attacker } from '../src/sandbox/attacks/program.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { ATTACK_NAMES, type AttackName, attacksFor, tryAttack, type Verdict } from '../test/sandbox/support/attacks.ts';
import { attackersOf, openBackends, openUnsafe } from '../test/sandbox/support/backends.ts';

interface Column {
  readonly title: string;
  readonly sandbox: Sandbox;
  readonly toolchain: Attacker;
  /** Attacks that may succeed. */
  readonly known: readonly AttackName[];
}

const SIGNS: Readonly<Record<Verdict['verdict'], string>> = { contained: '✔', succeeded: '✘', broken: '?' };

const unsafe = await openUnsafe();
const backends = await openBackends();
const columns = [
  ...columnsOf(unsafe, ATTACK_NAMES),
  ...backends.flatMap(({ sandbox, known }) => (sandbox ? columnsOf(sandbox, known) : [])),
];
const rows: string[] = [];
let unexpected = 0;
for (const name of ATTACK_NAMES) {
  const cells: string[] = [];
  for (const column of columns) cells.push(await cell(column, name));
  rows.push(line([name, ...cells]));
}
console.log(line(['attack', ...columns.map(({ title }) => title)]));
console.log(line(['---', ...columns.map(() => '---')]));
console.log(rows.join('\n'));
for (const { name, missing } of backends) if (missing !== undefined) console.log(`\n${name}: not here: ${missing}`);
for (const { sandbox } of backends) if (sandbox) console.log(`\n${sandbox.name}: ${sandbox.version}`);
await Promise.all([unsafe, ...backends.flatMap(({ sandbox }) => sandbox ?? [])].map((sandbox) => sandbox.close()));
process.exitCode = unexpected > 0 ? 1 : 0;

function columnsOf(sandbox: Sandbox, known: readonly AttackName[]): readonly Column[] {
  return attackersOf(sandbox).map((toolchain) => ({
    title: `${sandbox.name} ${toolchain}`,
    sandbox,
    toolchain,
    known,
  }));
}

async function cell({ sandbox, toolchain, known }: Column, name: AttackName): Promise<string> {
  if (!attacksFor(toolchain).includes(name)) return '–';
  const { verdict, detail } = await tryAttack({ sandbox, toolchain, name });
  if (verdict !== 'contained' && !known.includes(name)) unexpected += 1;
  return `${SIGNS[verdict]} ${short(detail)}`;
}

function short(detail: string): string {
  const text = detail.replaceAll(/[\n|]/g, ' ');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
