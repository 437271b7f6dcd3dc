import { readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { takeDotEnv } from '../config/dot-env.ts';
import { type Command, type Config, ConfigRefused, isDev, readConfig } from '../config/settings.ts';
import { glibcVersion, unsupportedPlatform } from '../platform/supported-platform.ts';
import { printed } from '../text/visible.ts';
import { HELP, parseArguments, type Serving } from './arguments.ts';
import { describeConfig } from './commands/config.ts';
import { describeDefinitions } from './commands/definitions.ts';

/** The program. Nothing native is loaded before the platform is known to be one of ours. Answers the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const asked = parseArguments(argv);
  if (asked.kind === 'wrong') return refuse(`${asked.why}. \`dsap help\` lists the commands.`);
  if (asked.kind === 'help') return tell(HELP);
  if (asked.kind === 'version') return tell(`${version()}\n`);
  if (asked.kind === 'definitions') {
    const described = describeDefinitions(asked.name);
    return 'text' in described ? tell(described.text) : refuse(described.problem);
  }
  if (asked.kind === 'config') return withConfig(asked.of, async (config) => tell(describeConfig(config)));
  return onSupportedPlatform(() =>
    withConfig(commandOf(asked), async (config, told) => {
      compileOnce(config);
      return (await import('./start/serve.ts')).serve(asked, config, told);
    }),
  );
}

/** All that is loaded from here on: a source that changed is compiled anew, and what cannot be kept is compiled at each start. */
function compileOnce({ cacheDirectory }: Config): void {
  enableCompileCache(path.join(cacheDirectory, 'compiled'));
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
  const unsupported = unsupportedPlatform(process.platform, process.arch, glibcVersion());
  return unsupported ? refuse(unsupported) : run();
}

async function withConfig(command: Command, run: (config: Config, told?: string) => Promise<number>): Promise<number> {
  const told = isDev(command) ? takeDotEnv(process.cwd(), process.env) : undefined;
  let config: Config;
  try {
    config = readConfig(command, process.env, process.cwd());
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error;
    if (told !== undefined) process.stderr.write(`dsap: ${printed(told)}\n`);
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

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

// Ends the process whatever is still open: all that matters is closed by now.
process.exit(await main(process.argv.slice(2)));
