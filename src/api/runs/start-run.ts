import { z } from 'zod';
import { filesInInput } from '../../definitions/checks/files-in-input.ts';
import { missingInput } from '../../definitions/checks/missing-input.ts';
import { withConditions } from '../../definitions/compile/with-conditions.ts';
import { mergeBudgets } from '../../definitions/schema/budgets.ts';
import { mergeModels, modelSchema } from '../../definitions/schema/model.ts';
import { topologyDocumentOf, topologyOfDocument } from '../../definitions/topology-document.ts';
import { rulesOf, withSeeds } from '../../engine.ts';
import type { Compiled } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { DefinitionVersion } from '../../ports/store/definitions.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import { fieldsOf } from '../../text/fields.ts';
import { fieldOf } from '../../text/loose.ts';
import { parseNumbers } from '../../text/parse-numbers.ts';
import { checkDocument, publishChecked } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid } from '../http/problem.ts';
import { beginRun, type Started } from './begin-run.ts';
import { mustFindDefinition } from './lookups.ts';
import type { Asker } from './record.ts';
import { seedIssues, storeSeeds } from './seeds.ts';
import { mustBeServable } from './servable.ts';
import type { StartRequest } from './start-request.ts';

/**
 * Starts a run: everything that can be refused is refused first, all at once; then the run is stored with its first event, and only
 * then started (R74). A server that dies in between does not matter: the run is stored and the sweep starts it.
 */
export async function startRun(context: ApiContext, request: StartRequest, asker: Asker): Promise<Started> {
  const { id: given, workflow, artifacts, objective, model } = request;
  const makesMore = [workflow.definition, artifacts, objective, model].some((each) => each !== undefined);
  const order = { asker, action: 'run.start', ...(given !== undefined && { id: given }), request, makesMore };
  return beginRun(context, order, async ({ id, requestDigest }) => {
    const source = await sourceOf(context, request, asker);
    const revised = await mustBeStartable(context, source, request);
    return recordFor(context, { id, requestDigest, definition: await source.version(), request, ...revised });
  });
}

/** Refuses what a start would refuse, and stores nothing. */
export async function checkStart(context: ApiContext, request: StartRequest, asker: Asker): Promise<void> {
  await mustBeStartable(context, await sourceOf(context, request, asker), request);
}

/** What a run is started from; `version` publishes an inline definition, once nothing else can be refused. */
interface Source {
  readonly document: unknown;
  readonly plan: Compiled;
  version(): Promise<DefinitionVersion>;
}

async function sourceOf(context: ApiContext, { workflow }: StartRequest, asker: Asker): Promise<Source> {
  const { name, version, definition: document } = workflow;
  if (name === undefined) {
    const checked = checkDocument(context, document, '/workflow/definition');
    const published = async () => (await publishChecked(context, { document }, checked, asker)).version;
    return { document, plan: checked.plan, version: published };
  }
  const found = await mustFindDefinition(context.store, name, version);
  const { document: stored } = found;
  const plan = withConditions(found.plan, stored);
  return { document: stored, plan, version: async () => ({ ...found, plan }) };
}

/** Answers what the run goes by instead, where the request says what it is for. */
async function mustBeStartable(
  context: ApiContext,
  { document, plan }: Source,
  request: StartRequest,
): Promise<{ readonly revised?: Revised }> {
  const { input = {}, objective, artifacts } = request;
  const isOdd = objective !== undefined && topologyDocumentOf(plan.topology).takesObjective !== true;
  const issues = [
    ...inputIssues(context, document, input),
    ...placeholderIssues(context, document, request),
    ...filesInInput(document, input),
    ...(isOdd ? [noObjective(plan.topology)] : []),
    ...(await seedIssues(context, plan, artifacts)),
  ];
  if (issues.length > 0) throw invalid(issues);
  const revised = revisedBy(context, document, request);
  const served = revised ?? { document, plan };
  const limited = { ...served.plan, budgets: mergeBudgets(served.plan.budgets, request.budgets) };
  const run = { workflow: String(fieldOf(document, 'name')), tags: request.tags ?? [] };
  await mustBeServable(context, { document: served.document, plan: limited }, run);
  return revised ? { revised } : {};
}

interface Revised {
  readonly document: unknown;
  readonly plan: Compiled;
}

/** What the request says holds over what the definition says, field by field (R50, R77); undefined where it says nothing of the kind. */
function revisedBy(context: ApiContext, document: unknown, { objective, model }: StartRequest): Revised | undefined {
  if (objective === undefined && model === undefined) return undefined;
  const fields = fieldsOf(document);
  const merged = {
    ...fields,
    ...(objective !== undefined && { objective: { ...fieldsOf(fields['objective']), ...fieldsOf(objective) } }),
    ...(model !== undefined && { model: mergeModels([parseNumbers(modelSchema.optional(), fields['model']), model]) }),
  };
  return { document: merged, plan: checkDocument(context, merged).plan };
}

function noObjective(topology: string): Issue {
  const detail = `A workflow of topology ${topology} has no objective; use specification.`;
  return { pointer: '/objective', code: 'not_supported', detail };
}

const WithInput = z.object({ input: z.unknown() });

function inputIssues({ validateInput }: ApiContext, document: unknown, input: unknown): readonly Issue[] {
  const schema = WithInput.safeParse(document).data?.input;
  if (schema === undefined) return [];
  return validateInput(schema, input).map((issue) => ({ ...issue, pointer: `/input${issue.pointer}` }));
}

/** What templates name of the input must be there, unless its schema says that it may be absent (R113); a machine notes it as it runs. */
function placeholderIssues(
  { guards }: ApiContext,
  document: unknown,
  { input = {}, specification }: StartRequest,
): readonly Issue[] {
  return topologyOfDocument(document).mayLackInput === true
    ? []
    : missingInput(document, guards, { input, specification });
}

interface Parts {
  readonly id: string;
  readonly requestDigest: string;
  readonly definition: DefinitionVersion;
  readonly request: StartRequest;
  readonly revised?: Revised;
}

async function recordFor(
  context: ApiContext,
  { id, requestDigest, definition, request, revised }: Parts,
): Promise<RunRecord> {
  const { name, version, digest, topology } = definition;
  const { input = {}, specification, budgets, artifacts, tags = [] } = request;
  const identity = { name, version, digest };
  const compiled = revised?.plan ?? definition.plan;
  const plan = withSeeds(
    rulesOf(compiled).limited({ ...compiled, definition: identity }, mergeBudgets(compiled.budgets, budgets)),
    Object.keys(artifacts ?? {}),
  );
  const revision = revised && context.digestOfJson(revised.document);
  if (revised && revision !== undefined)
    await context.store.revisions.save(id, { digest: revision, document: revised.document, plan });
  return {
    id,
    definition: identity,
    topology,
    input,
    ...(specification !== undefined && { specification }),
    tags: [...new Set(tags)],
    plan,
    seeds: await storeSeeds(context, artifacts),
    requestDigest,
    ...(revision !== undefined && { revision }),
    createdAt: context.now(),
  };
}
