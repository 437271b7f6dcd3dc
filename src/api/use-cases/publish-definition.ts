import type { Issue } from '../../domain/catalogues.ts';
import { type Checked, checkDefinition } from '../../domain/definition/check.ts';
import { parseDocument } from '../../domain/definition/parse.ts';
import type { DefinitionVersion } from '../../domain/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid, Problem } from '../problem.ts';
import { unkeepable } from '../readable.ts';
import { type Asker, record } from './record.ts';

const UNPARSABLE = new Set(['invalid_json', 'invalid_yaml']);

/** Reads a definition's text. Throws 400 for what is not YAML or JSON, 422 for what no definition may be made of. */
export function readDocument(text: string, format: 'yaml' | 'json'): unknown {
  const parsed = parseDocument(text, format);
  if ('document' in parsed) return parsed.document;
  const { issues } = parsed;
  const unparsable = issues.find(({ code }) => UNPARSABLE.has(code));
  if (unparsable) throw new Problem(400, unparsable.code, unparsable.detail, { errors: issues });
  throw invalid(issues, 'invalid_definition');
}

/** Checks a document as publishing does (design 3.2). Throws 422 with all its problems, their pointers under `at`. */
export function checkDocument(context: ApiContext, document: unknown, at = '') {
  const issues = unkeepable(document);
  const checked = issues.length > 0 ? { ok: false as const, issues } : checkOf(context)(document);
  if (!checked.ok)
    throw invalid(
      checked.issues.map((issue) => under(at, issue)),
      'invalid_definition',
    );
  return checked;
}

/** The check of a definition with what this service offers. */
export function checkOf({ guards, parts, models, compileSchema }: ApiContext): (document: unknown) => Checked {
  return (document) => checkDefinition(document, { guards, parts, defaultModel: models.defaultModel, compileSchema });
}

/** Publishes a document under its own name; the same content again is the version that exists (R38). */
export async function publishDefinition(
  context: ApiContext,
  document: unknown,
  asker: Asker,
): Promise<{ readonly version: DefinitionVersion; readonly created: boolean }> {
  const { definition, plan, warnings } = checkDocument(context, document);
  const published = await context.store.definitions.publish({
    name: definition.name,
    digest: context.digestOfJson(document),
    topology: plan.topology,
    document,
    plan,
    warnings,
  });
  const subject = `${published.version.name}@${published.version.version}`;
  if (published.created) await record(context.store, asker, { action: 'workflow.publish', subject });
  return published;
}

function under(at: string, issue: Issue): Issue {
  return { ...issue, pointer: at + issue.pointer };
}
