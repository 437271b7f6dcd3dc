import type { Command } from 'commander';
import type { CommonOptions } from '../remote/perform.ts';
import type { Ask } from './asked.ts';
import { overRest, paged, remotely } from './remote.ts';

const NAME = ['--name <name>', 'of a state machine whose document names none'] as const;
type Named = CommonOptions & { name?: string };
type Paged = CommonOptions & { limit?: string; cursor?: string };

/** `dsap definition …`: what runs are made of. */
export function addDefinitions(program: Command, ask: Ask): void {
  const definition = program
    .command('definition')
    .description('check, publish and read definitions')
    .usage('<command>')
    .helpCommand(false);
  const load = () => import('../remote/definitions.ts');
  overRest(definition.command('check <file...>'))
    .description('what is wrong, as file:line:column: message; needs no service')
    .option(...NAME)
    .option('--service', 'let the service check, with its own parts and settings')
    .action((files: readonly string[], options: Named & { service?: boolean }) => {
      const { name, service = false, json = false } = options;
      if (!service) return ask({ kind: 'check', files, name, json });
      return remotely(ask, options, async () => (await import('../remote/check.ts')).checkByService(files, { name }));
    });
  overRest(definition.command('publish <file>'))
    .description('publish it; the same content again is the version that exists')
    .option(...NAME)
    .action((file: string, options: Named) =>
      remotely(ask, options, async () => (await load()).publishFile(file, options.name)),
    );
  overRest(definition.command('plan <definition>'))
    .description('of a file or of a published one: the order of the steps, guards, bound, dearest case')
    .option(...NAME)
    .action((word: string, options: Named) =>
      remotely(ask, options, async () => (await load()).planOf(word, options.name)),
    );
  paged(overRest(definition.command('list')))
    .description('the published ones; with --bundled those that come with dsap, too')
    .option('--bundled', 'those that come with dsap, too')
    .action((options: Paged & { bundled?: boolean }) =>
      remotely(ask, options, async () => (await load()).listDefinitions(options)),
    );
  overRest(definition.command('show <name>'))
    .description('one as YAML: NAME, or NAME@VERSION')
    .action((name: string, options: CommonOptions) =>
      remotely(ask, options, async () => (await load()).showDefinition(name)),
    );
  overRest(definition.command('diff <name> <a> <b>'))
    .description('what changed from one version to another')
    .action((name: string, a: string, b: string, options: CommonOptions) =>
      remotely(ask, options, async () => (await load()).diffDefinitions(name, [a, b])),
    );
  definition
    .command('bundled [name]')
    .description('those that come with dsap; with a name, that one as YAML')
    .action((name: string | undefined) => ask({ kind: 'bundled', name }));
}
