import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import type { Command, Config } from '../config/settings.ts';
import { cacheDirectory } from '../platform/cache-directory.ts';
import { printed } from '../text/visible.ts';
import type { Asked, Serving } from './line/asked.ts';
import { buildProgram, parseArguments } from './line/program.ts';

/** The program. What a command needs is loaded once it is known; nothing native before the platform is known to be one of ours. Answers the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const asked = parseArguments(argv);
  switch (asked.kind) {
    case 'wrong':
      return refuse(`${asked.why} \`dsap help\` lists the commands.`);
    case 'help':
      return tell(asked.text);
    case 'version':
      return tell(`${(await import('./version.ts')).VERSION}\n`);
    case 'completion':
      return tell(
        (await import('./line/completion.ts')).completionScript(
          buildProgram(() => {}),
          asked.shell,
        ),
      );
    case 'bundled':
      return bundled(asked.name);
    case 'init': {
      const { init, runNpm } = await import('./init/init.ts');
      return init(asked, { cwd: process.cwd(), npm: runNpm, tell, refuse });
    }
    case 'check':
      return checkHere(asked);
    case 'remote':
      return overRest(asked);
    case 'config': {
      const { describeConfig } = await import('./commands/config.ts');
      return withConfig(asked.of, async (config) => tell(describeConfig(config)));
    }
    case 'dev':
    case 'demo':
    case 'api':
    case 'worker':
    case 'rebuild-views':
      return onSupportedPlatform(() =>
        withConfig(commandOf(asked), async (config, told) => {
          compileOnce(config);
          return (await import('./start/serve.ts')).serve(asked, config, told);
        }),
      );
  }
}

async function bundled(name: string | undefined): Promise<number> {
  const described = (await import('./commands/definitions.ts')).describeDefinitions(name);
  return 'text' in described ? tell(described.text) : refuse(described.problem);
}

async function checkHere({ files, ...options }: Extract<Asked, { kind: 'check' }>): Promise<number> {
  compileOnce({ cacheDirectory: cacheDirectory(process.env) });
  const [{ checkLocally }, { openTerminal }] = await Promise.all([
    import('./commands/check.ts'),
    import('./remote/terminal.ts'),
  ]);
  const around = { env: process.env, cwd: process.cwd(), terminal: openTerminal(process, process.env) };
  const code = await checkLocally(files, options, around);
  // By then it is known what of the result could not be written.
  await new Promise(setImmediate);
  return code;
}

/** Compiled once as well: of such a short command loading is the most part. */
async function overRest({ common, load }: Extract<Asked, { kind: 'remote' }>): Promise<number> {
  compileOnce({ cacheDirectory: cacheDirectory(process.env) });
  const [{ perform }, { openTerminal }, { httpFetch }, work] = await Promise.all([
    import('./remote/perform.ts'),
    import('./remote/terminal.ts'),
    import('./remote/http-fetch.ts'),
    load(),
  ]);
  const terminal = openTerminal(process, process.env);
  const code = await perform(work, common, { terminal, env: process.env, cwd: process.cwd(), fetch: httpFetch });
  // By then it is known what of the result could not be written.
  await new Promise(setImmediate);
  return code;
}

/** All that is loaded from here on: a source that changed is compiled anew, and what cannot be kept is compiled at each start. */
function compileOnce({ cacheDirectory: kept }: Pick<Config, 'cacheDirectory'>): void {
  enableCompileCache(path.join(kept, 'compiled'));
  // By itself it is written at the end, which a process that is killed never sees.
  setTimeout(flushCompileCache, KEEP_AFTER).unref();
}

/** Milliseconds, in which what is loaded when it is needed is loaded. */
const KEEP_AFTER = 20_000;

function commandOf(asked: Serving): Command {
  if (asked.kind === 'rebuild-views') return 'dev';
  return asked.kind === 'worker' && asked.queues === 'guards' ? 'guards' : asked.kind;
}

async function onSupportedPlatform(run: () => Promise<number>): Promise<number> {
  const { glibcVersion, unsupportedPlatform } = await import('../platform/supported-platform.ts');
  const unsupported = unsupportedPlatform(process.platform, process.arch, glibcVersion());
  return unsupported ? refuse(unsupported) : run();
}

async function withConfig(command: Command, run: (config: Config, told: string) => Promise<number>): Promise<number> {
  const [{ ConfigRefused, readConfig }, { DotEnvRefused, takeDotEnv }] = await Promise.all([
    import('../config/settings.ts'),
    import('../config/dot-env.ts'),
  ]);
  let config: Config;
  let told = '';
  try {
    // A worker of guards alone may hold no secret, and `.env` has some.
    if (command !== 'guards') told = takeDotEnv(process.cwd(), process.env);
    config = readConfig(command, process.env, process.cwd());
  } catch (error) {
    if (error instanceof DotEnvRefused) return refuse(error.message);
    if (!(error instanceof ConfigRefused)) throw error;
    if (told !== '') process.stderr.write(`dsap: ${printed(told)}\n`);
    return refuse(error.message);
  }
  return run(config, told);
}

function tell(text: string): number {
  process.stdout.write(printed(text));
  return 0;
}

function refuse(text: string): number {
  process.stderr.write(`dsap: ${printed(text)}\n`);
  return 2;
}

// Ends the process whatever is still open: all that matters is closed by now.
process.exit(await main(process.argv.slice(2)));
