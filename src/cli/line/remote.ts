import { type Command, Option } from 'commander';
import type { CommonOptions, Work } from '../remote/perform.ts';
import type { Ask } from './asked.ts';

/** A command over REST: `--json` and `--key-file` are its own too. What it does is loaded when it is done. */
export function overRest(command: Command): Command {
  return command
    .option('--json', "the service's own document; of what goes on, one a line")
    .option('--key-file <file>', 'where the key is, in place of DSAP_API_KEY');
}

/** Hands on what a command is to do. */
export function remotely(ask: Ask, { json, keyFile }: CommonOptions, load: () => Promise<Work>): void {
  const common = { ...(json !== undefined && { json }), ...(keyFile !== undefined && { keyFile }) };
  ask({ kind: 'remote', common, load });
}

/** An option that may be given several times. */
export function repeated(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: unknown) =>
    Array.isArray(before) ? [...before, value] : [value],
  );
}

/** The options of a list that comes in pages. */
export function paged(command: Command): Command {
  return command
    .option('--limit <n>', 'at most so many, 1 to 200')
    .option('--cursor <cursor>', 'go on where a list was cut');
}
