import { type Command, Option } from 'commander';
import type { ControlOptions, ForkOptions, RedirectOptions } from '../remote/control.ts';
import type { CommonOptions } from '../remote/perform.ts';
import type { Ask } from './asked.ts';
import { overRest, remotely, repeated } from './remote.ts';

const YES = ['--yes', 'ask nobody'] as const;
const WHY = ['--reason <text>', 'why, for the log'] as const;
const SAID = {
  stop: 'end it; `resume` goes on where it was',
  pause: 'let what is under way finish, and start nothing',
  resume: 'go on after a pause or a stop',
  terminate: 'end it for good',
} as const;

/** What steers a run. Each tells its consequence first, and asks. */
export function addControls(run: Command, ask: Ask): void {
  for (const verb of ['stop', 'pause', 'resume', 'terminate'] as const) {
    const command = overRest(run.command(`${verb} <id>`))
      .description(SAID[verb])
      .option(...WHY)
      .option(...YES);
    if (verb === 'stop')
      command.addOption(
        new Option('--mode <mode>', 'what becomes of the attempt in flight').choices(['now', 'after_attempt']),
      );
    command.action((id: string, options: ControlOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/control.ts')).control(id, verb, options)),
    );
  }
  overRest(run.command('fork <id>'))
    .description('a new run that makes a step and what depends on it again, and reuses the rest')
    .option('--from <step>', 'the first step that is made again')
    .option('--turn <n>', 'of a state machine: the turn that is taken again')
    .option('--specification <text>')
    .option('--constraints <text>')
    .option('--model <model>', 'a name, or a JSON object')
    .option(...YES)
    .action((id: string, options: ForkOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/control.ts')).fork(id, options)),
    );
  overRest(run.command('budget <id>'))
    .description('what it may use and has used; with --set, other limits')
    .addOption(repeated('--set <limit=value>', 'such as maxCostUsd=2 or maxDuration=PT2H'))
    .option(...YES)
    .action((id: string, options: { set?: readonly string[]; yes?: boolean } & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/control.ts')).budget(id, options)),
    );
  overRest(run.command('redirect <id>'))
    .description('correct it under way: shows what would be made again, then asks')
    .option('--file <file>', 'the redirect, as JSON or YAML')
    .option('--say <text>', 'in free words what to change')
    .option(...YES)
    .action((id: string, options: RedirectOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/control.ts')).redirect(id, options)),
    );
}
