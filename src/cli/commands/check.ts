import { type CheckContext, checkDocument, readDocument, spanned } from '../../api/definitions/publish-definition.ts';
import { Problem } from '../../api/http/problem.ts';
import { loadParts, ModuleRefused } from '../../authoring/load.ts';
import { createParts, NO_OWN_PARTS, type Parts } from '../../authoring/parts.ts';
import { DotEnvRefused, takeDotEnv } from '../../config/dot-env.ts';
import { type Config, ConfigRefused, readConfig } from '../../config/settings.ts';
import { routeRows } from '../../generators/model-names.ts';
import { schemaProblems } from '../../guards/isolation/schema-errors.ts';
import { builtInGuardNames, createGuardRegistry } from '../../guards/registry.ts';
import '../../topologies/documents.ts';
import { type Check, type CheckOptions, checkFiles } from '../remote/check.ts';
import { EXIT, UsageError } from '../remote/exit.ts';
import { complaint } from '../remote/perform.ts';
import type { Around } from '../remote/place.ts';
import type { Terminal } from '../remote/terminal.ts';
import { modelPlaces } from '../start/model-places.ts';

export interface LocalCheckOptions extends CheckOptions {
  readonly json: boolean;
}

/**
 * `dsap definition check FILE…`: checks definitions without a service, with the settings and the own parts that `dsap dev` takes in this folder. Keys of
 * models and addresses of servers may be missing, as they are in CI. Returns the exit code.
 */
export async function checkLocally(
  files: readonly string[],
  { json, ...options }: LocalCheckOptions,
  { terminal, ...around }: Around & { readonly terminal: Terminal },
): Promise<number> {
  try {
    const config = configOf(around);
    const { check, described } = await localCheck(config);
    const code = await checkFiles(files, options, { terminal, json }, check);
    if (!json) terminal.tell(`Checked without a service, with ${described}.`);
    return code;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const line of complaint(error)) terminal.tell(line);
    return EXIT.usage;
  }
}

/** Throws `UsageError`. */
function configOf({ env, cwd }: Around): Config {
  const settings = { ...env };
  try {
    takeDotEnv(cwd, settings);
    return readConfig('check', settings, cwd);
  } catch (error) {
    throw error instanceof DotEnvRefused || error instanceof ConfigRefused ? new UsageError(error.message) : error;
  }
}

async function localCheck(config: Config): Promise<{ readonly check: Check; readonly described: string }> {
  const { workerModule } = config;
  const parts = workerModule === undefined ? NO_OWN_PARTS : await partsIn(workerModule);
  const context = contextOf(config, parts);
  return {
    check: async (written) => verdictOn(context, written),
    described: workerModule === undefined ? 'built-in parts alone' : `built-in parts and those of ${workerModule}`,
  };
}

/** Throws `UsageError` for a module that cannot be used. */
async function partsIn(file: string): Promise<Parts> {
  try {
    const loaded = await loadParts(file, builtInGuardNames());
    return createParts(() => loaded);
  } catch (error) {
    throw error instanceof ModuleRefused ? new UsageError(error.message) : error;
  }
}

function contextOf(config: Config, parts: Parts): CheckContext {
  const { enableSim, defaultModel, queues, sandbox } = config;
  const judge = async (): Promise<never> => {
    throw new Error('A check asks no model.');
  };
  const guards = createGuardRegistry({ sim: enableSim, judge, floors: sandbox.floors, own: () => parts.guards() });
  return {
    guards,
    parts,
    models: { defaultModel, routes: routeRows(modelPlaces(config)) },
    compileSchema: schemaProblems,
    queues,
  };
}

function verdictOn(
  context: CheckContext,
  { content, mediaType, name }: Parameters<Check>[0],
): Awaited<ReturnType<Check>> {
  try {
    const { document, ...text } = readDocument(content, mediaType === 'application/json' ? 'json' : 'yaml');
    const { bound, warnings } = checkDocument(context, document, '', { ...text, name });
    return { valid: true, bound, warnings: warnings.map((issue) => spanned(issue, text.text)) };
  } catch (error) {
    if (!(error instanceof Problem) || error.errors === undefined) throw error;
    return { valid: false, errors: error.errors };
  }
}
