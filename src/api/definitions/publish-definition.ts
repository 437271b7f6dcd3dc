import { type Check, checkDefinition } from '../../definitions/checks/check.ts';
import { topologyOfDocument } from '../../definitions/topology-document.ts';
import type { Issue, Span } from '../../ports/catalogues.ts';
import type { DefinitionVersion } from '../../ports/store/definitions.ts';
import { inWords } from '../../text/issue.ts';
import { fieldOf } from '../../text/loose.ts';
import { parseDocument } from '../../text/parse-document.ts';
import { placesIn } from '../../text/places.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid, Problem } from '../http/problem.ts';
import { unkeepable } from '../http/readable.ts';
import { type Asker, record } from '../runs/record.ts';

const UNPARSABLE = new Set(['invalid_json', 'invalid_yaml']);

/** A document as it came. */
export interface Submitted {
  readonly document: unknown;
  /** For a state machine whose document names none (R53). */
  readonly name?: string | undefined;
  /** Its text, where it came as one. */
  readonly text?:
    | { readonly format: 'yaml' | 'json'; readonly place: (pointer: string) => Span | undefined }
    | undefined;
  /** What is wrong with the text, although it says something. */
  readonly issues?: readonly Issue[] | undefined;
}

/** Reads a definition's text. Throws 400 for what is not YAML or JSON, 422 for what no definition may be made of. */
export function readDocument(text: string, format: 'yaml' | 'json'): Omit<Submitted, 'name'> {
  const parsed = parseDocument(text, format);
  const written = { format, place: placesIn(text) };
  if ('document' in parsed) return { ...parsed, text: written };
  const issues = parsed.issues.map((issue) => placed(issue, written));
  const unparsable = issues.find(({ code }) => UNPARSABLE.has(code));
  if (unparsable) throw new Problem(400, unparsable.code, unparsable.detail, { errors: issues });
  throw invalid(issues, 'invalid_definition');
}

/** What a definition is checked with; `dsap definition check` has it without a service. */
export type CheckContext = Pick<ApiContext, 'guards' | 'parts' | 'compileSchema' | 'queues'> & {
  readonly models: Pick<ApiContext['models'], 'defaultModel' | 'routes'>;
};

/** Checks a document as publishing does (design 3.2). Throws 422 with all its problems, their pointers under `at`. */
export function checkDocument(
  context: CheckContext,
  document: unknown,
  at = '',
  { name, text, issues: ofText = [] }: Omit<Submitted, 'document'> = {},
) {
  const unusable = unkeepable(document);
  const checked = unusable.length > 0 ? { ok: false as const, issues: unusable } : checkOf(context)(document);
  const issues = [...ofText, ...nameIssues(document, name), ...(checked.ok ? [] : checked.issues)];
  if (checked.ok && issues.length === 0) return checked;
  throw invalid(
    issues.map((issue) => under(at, placed(issue, text))),
    'invalid_definition',
  );
}

/** A state machine may leave its name to the request (R53); two names are one too many. */
function nameIssues(document: unknown, given: string | undefined): readonly Issue[] {
  const name = fieldOf(document, 'name');
  if (given !== undefined && name !== undefined && name !== given) {
    const detail = `The document is named otherwise than ?name=${given}; give one of the two.`;
    return [{ pointer: '/name', code: 'name_conflict', detail }];
  }
  if (topologyOfDocument(document).mayLackName !== true || name !== undefined || given !== undefined) return [];
  const detail = 'The document has no name: write one, or publish it with ?name=….';
  return [{ pointer: '/name', code: 'required', detail }];
}

/** The check of a definition with what this service offers. */
export function checkOf({ guards, parts, models, compileSchema, queues }: CheckContext): Check {
  const { defaultModel, routes } = models;
  return (document, before) =>
    checkDefinition(document, { guards, parts, defaultModel, routes, compileSchema, queues }, before);
}

/** Publishes a document under its own name, or the one given for it; the same content again is the version that exists (R38). */
export async function publishDefinition(
  context: ApiContext,
  submitted: Submitted,
  asker: Asker,
): Promise<{ readonly version: DefinitionVersion; readonly created: boolean }> {
  return publishChecked(context, submitted, checkDocument(context, submitted.document, '', submitted), asker);
}

/** The same of a document that has passed. */
export async function publishChecked(
  context: ApiContext,
  { document, name }: Pick<Submitted, 'document' | 'name'>,
  { definition, plan, warnings }: ReturnType<typeof checkDocument>,
  asker: Asker,
): ReturnType<typeof publishDefinition> {
  const published = await context.store.definitions.publish({
    name: name ?? definition.name,
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

/** With its place in the text, also in words where the text is YAML, which people write by hand. */
function placed(issue: Issue, text: Submitted['text']): Issue {
  const found = spanned(issue, text);
  if (issue.line !== undefined || text?.format !== 'yaml') return found;
  return { ...found, detail: found.detail + inWords(text.place(found.pointer)) };
}

/** With its place in the text, for an editor to mark. */
export function spanned(issue: Issue, text: Submitted['text']): Issue {
  return issue.line === undefined ? { ...issue, ...text?.place(issue.pointer) } : issue;
}

function under(at: string, issue: Issue): Issue {
  return { ...issue, pointer: at + issue.pointer };
}
