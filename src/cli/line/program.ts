import { Command, CommanderError } from 'commander';
import type { Ask, Asked } from './asked.ts';
import { addDefinitions } from './definitions.ts';
import { addOthers } from './others.ts';
import { addRuns } from './runs.ts';
import { addServing } from './serving.ts';

/** The whole command line, for reading it, for its help, and for completions. What commands do is loaded when they are done. */
export function buildProgram(ask: Ask): Command {
  const program = new Command('dsap')
    .description('Runs of language models in which every answer is judged by a deterministic guard.')
    .usage('<command>')
    .option('--version', 'print the version')
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .helpCommand('help [command...]', 'tell of a command')
    .addHelpText('after', AFTER)
    .on('option:version', () => ask({ kind: 'version' }));
  program.commandsGroup('The service:');
  addServing(program, ask);
  program.commandsGroup('Working with it:');
  addRuns(program, ask);
  addDefinitions(program, ask);
  addOthers(program, ask);
  return program;
}

const AFTER = `
Settings are environment variables; .env.example lists them. Which service is worked with: DSAP_URL and DSAP_API_KEY, else what
\`dsap login\` keeps, else http://127.0.0.1:8080.

Exit codes: 0 done, 1 failed, 2 usage, 3 waits for a person, 4 stopped, cancelled or terminated, 5 out of budget, 6 not found,
7 refused or stale, 8 service away, 9 not allowed, 130 given up.
`;

/** What a command line asks for. */
export function parseArguments(argv: readonly string[]): Asked {
  let found: Asked | undefined;
  let help = '';
  const program = buildProgram((asked) => {
    found ??= asked;
  });
  const output = { writeOut: (text: string) => void (help += text), writeErr: (text: string) => void (help += text) };
  everyCommand(program, (command) => command.configureOutput(output).exitOverride().showSuggestionAfterError());
  try {
    const [first, ...more] = argv;
    program.parse(first === 'help' ? helpOn(program, more) : argv, { from: 'user' });
    return found ?? { kind: 'help', text: help };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (found) return found;
    if (error.code.startsWith('commander.help')) return { kind: 'help', text: help };
    return { kind: 'wrong', why: plain(error.message) };
  }
}

/** `dsap help run start` is `dsap run start --help`, however deep; a word that names no command is refused as it is without `help`. */
function helpOn(program: Command, words: readonly string[]): readonly string[] {
  let at = program;
  for (const [index, word] of words.entries()) {
    if (at.commands.length === 0) break;
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined && !word.startsWith('-')) return words.slice(0, index + 1);
    at = next ?? at;
  }
  return [...words, '--help'];
}

/** In sentences. */
function plain(message: string): string {
  const [what = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const suggested = hint === '' ? '' : ` ${hint.replace(/^\((.*)\)$/, '$1')}`;
  return `${what.replace(/\.$/, '')}.${suggested}`;
}

function everyCommand(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const each of command.commands) everyCommand(each, change);
}
