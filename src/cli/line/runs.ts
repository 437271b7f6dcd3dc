import { type Command, Option } from 'commander';
import type { AttemptOptions } from '../remote/attempts.ts';
import type { DecideOptions } from '../remote/decide.ts';
import type { ReportOptions } from '../remote/pages.ts';
import type { CommonOptions } from '../remote/perform.ts';
import type { ResultOptions } from '../remote/result.ts';
import type { ListOptions } from '../remote/runs.ts';
import type { StartOptions } from '../remote/start.ts';
import type { WatchOptions } from '../remote/watch.ts';
import type { Ask } from './asked.ts';
import { addControls } from './controls.ts';
import { overRest, paged, remotely, repeated } from './remote.ts';

const STAY = 'go on watching while it waits for a person or for budget';
const TEXT = 'off a terminal: tell what attempts write, line by line';

/** `dsap run …`: runs from their start to their result. */
export function addRuns(program: Command, ask: Ask): void {
  const run = program
    .command('run')
    .description('start runs, look at them, decide for them, steer them')
    .usage('<command>')
    .helpCommand(false);
  run.commandsGroup('Look:');
  addReading(run, ask);
  run.commandsGroup('Act:');
  overRest(run.command('start <workflow>'))
    .description('start a run of a published definition (NAME or NAME@VERSION) or of a file')
    .option('--input <json>', 'the input: JSON, or @FILE, or @- for what comes in')
    .addOption(
      repeated(
        '--set <name=value>',
        'a field of the input: a text where the schema allows one, else JSON; @FILE and @- read a file',
      ),
    )
    .option('--specification <text>', "replaces the definition's own")
    .addOption(repeated('--tag <tag>', 'to find it again'))
    .option('--id <id>', 'its id; the same one again starts nothing new')
    .option('--watch', 'follow it, and end with its outcome')
    .option('--stay', STAY)
    .option('--text', TEXT)
    .action((workflow: string, options: StartOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/start.ts')).startRun(workflow, options)),
    );
  overRest(run.command('decide [question] [action]'))
    .description('answer a question: shows it with what each answer would do, then asks')
    .option('--say <text>', 'what is wrong, for reject; guidance, for retry and redo; why, for abort; else a comment')
    .option('--file <file>', 'the text, for amend')
    .option('--step <step>', 'for redo and skip')
    .addOption(repeated('--budget <limit=value>', 'for raise, such as maxCostUsd=2'))
    .option('--attempts <n>', 'extra attempts, for retry')
    .option('--yes', 'ask nobody; needs --shown')
    .option('--shown <digest>', 'what an earlier look showed: decides only if that still holds')
    .action((question: string | undefined, action: string | undefined, options: DecideOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/decide.ts')).decide(question, action, options)),
    );
  addControls(run, ask);
}

function addReading(run: Command, ask: Ask): void {
  paged(overRest(run.command('list')))
    .description('the runs, newest first')
    .option('--status <status>', 'running, escalated, completed …')
    .option('--workflow <name>')
    .option('--tag <tag>')
    .option('--text <text>', 'in id, workflow or tag')
    .action((options: ListOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/runs.ts')).listRuns(options)),
    );
  overRest(run.command('show <id>'))
    .description('how it stands, with its steps, questions and newest attempts')
    .action((id: string, options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/runs.ts')).showRun(id)),
    );
  overRest(run.command('why <id>'))
    .description('what led to how it stands, and who is next')
    .action((id: string, options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/runs.ts')).whyRun(id)),
    );
  overRest(run.command('watch <id>'))
    .description('follow it until it has ended or waits for people; Ctrl-C leaves it alone')
    .option('--stay', STAY)
    .option('--text', TEXT)
    .action((id: string, options: WatchOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/watch.ts')).watchRun(id, options)),
    );
  overRest(run.command('result <id>'))
    .description('what it has made')
    .option('-o, --output <file>', 'write it there as it is')
    .option('--step <step>', 'of several artifacts that one')
    .option('--wait', 'wait until it has ended, or waits for people')
    .action((id: string, options: ResultOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/result.ts')).resultOf(id, options)),
    );
  paged(overRest(run.command('attempts <id>')))
    .description('its attempts, with verdicts and feedback')
    .option('--step <step>', 'of that step alone')
    .action((id: string, options: AttemptOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/attempts.ts')).listAttempts(id, options)),
    );
  overRest(run.command('compare <id> <step> <a> <b>'))
    .description('two attempts of a step: verdicts, text, prompt, figures')
    .option('--with <run>', 'take the second of another run')
    .action((id: string, step: string, a: string, b: string, options: CommonOptions & { with?: string }) =>
      remotely(ask, options, async () =>
        (await import('../remote/attempts.ts')).compareAttempts(id, step, [a, b], options.with),
      ),
    );
  addPages(run, ask);
}

/** A run as a page, to be handed on or looked at. */
function addPages(run: Command, ask: Ask): void {
  overRest(run.command('report <id>'))
    .description('one file that tells all of it, for readers without the service')
    .requiredOption('-o, --output <file>', 'where it goes')
    .addOption(
      new Option('--format <format>', 'left out: Markdown for a file that ends in .md, else HTML').choices([
        'html',
        'md',
      ]),
    )
    .action((id: string, options: CommonOptions & ReportOptions) =>
      remotely(ask, options, async () => (await import('../remote/pages.ts')).reportOf(id, options)),
    );
  overRest(run.command('open <id>'))
    .description('show it in the browser')
    .action((id: string, options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/pages.ts')).openRun(id)),
    );
}
