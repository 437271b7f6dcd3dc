import { Argument, type Command, Option } from 'commander';
import { TEMPLATES, type Template } from '../init/template.ts';
import type { CommonOptions } from '../remote/perform.ts';
import type { QuestionOptions } from '../remote/questions.ts';
import type { Ask, Asked } from './asked.ts';
import { overRest, paged, remotely } from './remote.ts';

type Shell = Extract<Asked, { kind: 'completion' }>['shell'];
type InitWords = { template?: Template; install: boolean; dsap?: string };
type Kind = 'guards' | 'generators' | 'models';

/** A project to begin with, questions, parts, signing in, completions. */
export function addOthers(program: Command, ask: Ask): void {
  program
    .command('init [folder]')
    .description('begin a project: a definition, its parts and its test, installed; overwrites nothing')
    .addOption(new Option('--template <template>', 'what it does (extract)').choices(TEMPLATES))
    .option('--no-install', 'write the files and the lock, and install nothing')
    .option('--dsap <spec>', 'which dsap it depends on, as npm takes it; left out: as this one was installed')
    .action((folder = '.', { template = 'extract', install, dsap }: InitWords) =>
      ask({ kind: 'init', folder, template, install, dsap }),
    );
  paged(overRest(program.command('questions')))
    .description('what people are asked: first what expires first, then the oldest')
    .option('--run <id>', 'by that run')
    .option('--kind <kind>', 'approval, input, budget …')
    .option('--assignee <name>', 'that name this person, or nobody; `me`: whoever asks')
    .option('--watch', 'go on telling of new ones')
    .action((options: QuestionOptions & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/questions.ts')).listQuestions(options)),
    );
  overRest(program.command('parts'))
    .description('what a definition may name: guards, generators, models')
    .addArgument(new Argument('[kind]').choices(['guards', 'generators', 'models']))
    .action((kind: Kind | undefined, options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/parts.ts')).listParts(kind)),
    );
  const endpoint = program.command('endpoint').description('the endpoints of models, and what waits for them');
  overRest(endpoint.command('list'))
    .description('whether they are there, what waits for them, and their last faults')
    .action((options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/endpoints.ts')).listEndpoints),
    );
  overRest(endpoint.command('show <name>'))
    .description('one endpoint: its keys, its last fault in full, what its models take')
    .action((name: string, options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/endpoints.ts')).showEndpoint(name)),
    );
  overRest(endpoint.command('retry <name>'))
    .description('retry every open question that faults of this endpoint led to')
    .option('--dry-run', 'say which, and change nothing')
    .option('--comment <text>', 'why, for the record')
    .action((name: string, options: { dryRun?: boolean; comment?: string } & CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/endpoints.ts')).retryEndpoint(name, options)),
    );
  overRest(program.command('caps'))
    .description('the caps on what all runs spend: used, reserved, and when each window turns')
    .action((options: CommonOptions) =>
      remotely(ask, options, async () => (await import('../remote/endpoints.ts')).listCaps),
    );
  program
    .command('login [url]')
    .description('keep the address of a service and its key, in a file that only you can read')
    .option('--key-file <file>', 'where the key is; else DSAP_API_KEY, else it is asked for')
    .action((url: string | undefined, options: CommonOptions) =>
      remotely(ask, {}, async () => (await import('../remote/login.ts')).login(url, options.keyFile)),
    );
  program
    .command('completion')
    .description('a script that completes commands in a shell: eval "$(dsap completion bash)"')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action((shell: Shell) => ask({ kind: 'completion', shell }));
}
