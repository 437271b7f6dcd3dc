import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Names of the figures to take. */
  readonly only: ReadonlySet<string>;
  /** Fewer rounds: for a look, not for a record. */
  readonly quick: boolean;
  readonly help: boolean;
  /** Where all rows go as JSON too. */
  readonly json?: string;
  /** The commit that ours alternates with. */
  readonly before?: string;
}

/** What is to be known of a figure to choose it. */
export interface Choice {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly onlyByName?: boolean;
}

/** Without `--only` all but those that are measured only when asked for. Throws on what is not an option. */
export function readOptions(argv: readonly string[], known: readonly Choice[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      before: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { quick, help, json, before } = values;
  return {
    only: new Set(values.only === undefined ? byDefault(known) : named(values.only, known)),
    quick,
    help,
    ...(json !== undefined && { json: said('--json', json, 'a file, for example --json rows.json') }),
    ...(before !== undefined && { before: said('--before', before, 'a commit, for example --before HEAD~1') }),
  };
}

function byDefault(known: readonly Choice[]): readonly string[] {
  return known.filter(({ onlyByName }) => onlyByName !== true).map(({ name }) => name);
}

function named(asked: string, known: readonly Choice[]): readonly string[] {
  return asked.split(',').map((word) => {
    const found = known.find(({ name, number }) => [name, String(number)].includes(word.trim()));
    if (found) return found.name;
    const choices = known.map(({ number, name }) => `${number} ${name}`).join(', ');
    throw new Error(`--only does not know ${JSON.stringify(word)}. It takes numbers or names of: ${choices}.`);
  });
}

function said(option: string, value: string, wants: string): string {
  if (value.trim() === '') throw new Error(`${option} takes ${wants}.`);
  return value;
}

/** What `--help` prints. */
export function helpOf(known: readonly Choice[]): string {
  const figures = known.map(
    ({ number, name, title, onlyByName }) =>
      `  ${String(number).padStart(2)}  ${name.padEnd(12)}  ${title}${onlyByName === true ? ' (only when asked for)' : ''}`,
  );
  return `npm run bench -- [options]: what the service costs beside plain Temporal, in numbers (docs/performance.md).

  --only 1,crowd   only these figures, by number or name
  --quick          fewer rounds and smaller loads: for a look, not for a record
  --json FILE      all rows as JSON too, with what is known of the machine
  --before REF     a checkout of that commit on servers of its own, its rounds alternating with ours
  --help           this

Each row is printed as soon as it is known. A missed goal says MISS, a figure that failed says why; with either the process ends with 1.

${figures.join('\n')}`;
}
