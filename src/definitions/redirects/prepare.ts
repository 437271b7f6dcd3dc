import { isSettled } from '../../core/frontier.ts';
import { mustBeUnresolved, redirect } from '../../core/moves/redirect.ts';
import { isOf } from '../../core/state/spoken.ts';
import { type ClarifyRequest, type RedirectRequest, Refused } from '../../model/input.ts';
import type { Plan } from '../../model/plan.ts';
import { NEW_STEP } from '../../model/run-state.ts';
import { NO_USAGE } from '../../model/usage.ts';
import { amendmentRecord } from '../../ports/amendment.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { below } from '../../text/pointer.ts';
import { cut } from '../../text/text.ts';
import type { Check } from '../checks/check.ts';
import { readDefinition } from '../compile/read.ts';
import { documentDigest } from '../document-digest.ts';
import { limitsOf } from '../schema/budgets.ts';
import { type Meant, topologyDocumentOf } from '../topology-document.ts';
import type { RedirectBody } from './body.ts';
import { clarificationStep } from './clarification.ts';
import { overridden } from './overridden.ts';
import { revise } from './revise.ts';
import { clarificationId, revisable, revisedPlan, revisionOf, stepsOf, withSteps } from './revision.ts';

export interface Preparing {
  readonly store: Pick<CallStore, 'revisions' | 'artifacts' | 'contents'>;
  /** As publishing checks. */
  readonly check: Check;
  readonly digestOf: (text: string) => string;
  readonly digestOfJson: (value: unknown) => string;
  /** Names the artifact of a step; the same again for the same redirect. */
  readonly artifactId: (step: string) => string;
  readonly now: () => number;
}

export type Prepared =
  | {
      readonly ok: true;
      readonly request: RedirectRequest | ClarifyRequest;
      /** What the run goes by from here on, where that changes. */
      readonly revised?: { readonly document: unknown; readonly plan: Plan };
      /** Stores what the request names by id or digest. */
      readonly store: () => Promise<void>;
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Makes of a redirect as people write it one that the core can absorb: the definition revised, texts as artifacts. `settles`: the step
 * that found out what words mean, where this is it. Nothing is stored before `store` is called. Throws `Refused` for what the state as it is known here does not allow.
 */
export async function prepareRedirect(
  preparing: Preparing,
  row: RunRow,
  asked: RedirectBody,
  by: string,
  settles?: string,
): Promise<Prepared> {
  const { store, check, digestOfJson, now } = preparing;
  const { record, state } = row;
  mustHaveBegun(row);
  const { redirects } = topologyDocumentOf(record.plan.topology);
  const meant: Meant = redirects.meant?.(record.plan, state, asked) ?? { ok: true, body: asked };
  if (!meant.ok) return meant;
  const { body } = meant;
  // Before the document is looked at, which would lack the step where another one needs it.
  if (body.type === 'dag_adjustment' && redirects.noGraph === undefined) mustBeUnresolved(state, body.remove ?? []);
  // What was agreed to stays until it is applied, whatever is changed meanwhile.
  const settled = record.plan.steps.filter(
    ({ id, clarification }) => clarification === true && isSettled(state, id) && (id === settles || !isOf(state, id)),
  );
  const gone = new Set(settled.map(({ id }) => id));
  const document = await store.revisions.document(record);
  const found = revise({ record, document, check }, body, gone);
  if (!found.ok) return found;
  const { revised } = found;
  const overrides = await overridesOf(preparing, row, body);
  const artifacts = overrides.flatMap(({ record: made, text }) => (text === undefined ? [] : [{ record: made, text }]));
  const variables = variablesGiven(preparing, row, body);
  const unusable = [
    ...overrides.flatMap((made) => factIssues(document, body, made)),
    ...artifacts.flatMap((made) => contentIssues(record.plan, made)),
  ];
  if (unusable.length > 0) return { ok: false, issues: unusable };
  const digest = revised && digestOfJson(revised.document);
  const request = requestOf(row, body, { by, settles, revised, digest, artifacts, variables });
  redirect(record.plan, state, request, now());
  return {
    ok: true,
    request,
    ...(revised && { revised }),
    async store() {
      if (revised && digest !== undefined) await store.revisions.save(record.id, { digest, ...revised });
      for (const { record: artifact, text } of [...artifacts, ...(variables ? [variables] : [])])
        await store.artifacts.save(artifact, [text]);
    },
  };
}

interface Asked {
  readonly by: string;
  readonly settles: string | undefined;
  readonly revised: { readonly document: unknown; readonly plan: Plan } | undefined;
  /** Of what it makes of the definition. */
  readonly digest: string | undefined;
  /** What takes the place of what steps have made. */
  readonly artifacts: readonly Made[];
  readonly variables: Made | undefined;
}

/** As the core takes it: what is stored is named by its id or digest. */
function requestOf(
  { record, state }: RunRow,
  body: RedirectBody,
  { by, settles, revised, digest, artifacts, variables }: Asked,
): RedirectRequest {
  const { type, description, onConflict, reset } = body;
  return {
    kind: 'redirect',
    prepared: true,
    type,
    description,
    by,
    ...(settles !== undefined && isOf(state, settles) && { settles }),
    ...(onConflict !== undefined && { onConflict }),
    ...(reset !== undefined && { reset }),
    ...(type === 'dag_adjustment' && body.remove !== undefined && { remove: body.remove }),
    ...(type === 'dag_adjustment' && body.force !== undefined && { force: body.force }),
    ...(type === 'dag_adjustment' && body.state !== undefined && { state: body.state }),
    ...(variables && { variables: { artifactId: variables.record.id, digest: variables.record.digest } }),
    ...(type === 'constraint_change' && body.budgets !== undefined && { budgets: limitsOf(body.budgets) }),
    ...(revised &&
      digest !== undefined && {
        revision: {
          digest,
          ...(!isSame(revised.plan, record.plan) && { plan: revised.plan }),
          ...(state.revision !== undefined && { from: state.revision }),
        },
      }),
    ...(artifacts.length > 0 && {
      bindings: Object.fromEntries(
        artifacts.map(({ record: artifact }) => [
          artifact.step ?? '',
          { artifactId: artifact.id, digest: artifact.digest },
        ]),
      ),
    }),
  };
}

/** Makes of a person's free words a step that finds out what is meant. Nothing is stored before `store` is called. */
export async function prepareClarification(
  using: Preparing,
  row: RunRow,
  instruction: string,
  by: string,
): Promise<Prepared> {
  const { store, check } = using;
  const { record } = row;
  mustHaveBegun(row);
  const before = await store.revisions.document(record);
  const step = clarificationId('redirect', row);
  const work = record.plan.steps.filter(({ clarification }) => clarification !== true);
  const asked = clarificationStep(step, instruction, work, topologyDocumentOf(record.plan.topology));
  const document = withSteps(revisable(record, before), [...stepsOf(before), asked]);
  const checked = check(document, before);
  if (!checked.ok) return checked;
  const plan = revisedPlan(record, checked.plan);
  const { revision, save } = revisionOf(using, row, document, plan);
  return {
    ok: true,
    request: {
      kind: 'clarify',
      prepared: true,
      step,
      by,
      revision,
      interrupts: true,
      instruction: cut(instruction, LONGEST_SAID),
    },
    revised: { document, plan },
    store: save,
  };
}

/** Until it begins, what a run is for is agreed on, and not corrected (R50). */
function mustHaveBegun({ record: { plan }, state }: RunRow): void {
  if (state.unaligned !== true) return;
  const detail =
    'The run has not begun: say what it is for by PUT …/alignment, or have it drafted by POST …/alignment/propose; then POST …/start.';
  throw new Refused('not_aligned', detail, { missing: plan.missing ?? [] });
}

/** Characters of an instruction that the log keeps; the step's task has the whole. */
const LONGEST_SAID = 250;

/** What takes the place of what a step has made must be such, as variables are what code has set. */
function contentIssues(plan: Plan, { record: { step = '' }, text }: Made): readonly Issue[] {
  const problem = topologyDocumentOf(plan.topology).redirects.contentProblem?.(plan, step, text);
  if (problem === undefined) return [];
  return [{ pointer: below('/bindings', step, 'content'), code: 'invalid_variables', detail: problem }];
}

/** Facts have a place in what a worker hands back, and nowhere else (R87). */
function factIssues(
  document: unknown,
  body: RedirectBody,
  { record: { step = '' }, text }: { readonly record: ArtifactRecord; readonly text: string | undefined },
): readonly Issue[] {
  if (body.type !== 'bindings_override' || body.bindings[step]?.facts === undefined) return [];
  const pointer = below('/bindings', step, 'facts');
  const { role } = readDefinition(document)?.definition.steps.find(({ id }) => id === step) ?? {};
  if (role !== 'worker') {
    const detail = `"${step}" is no worker, so its binding has no facts; give its content or its summary.`;
    return [{ pointer, code: 'not_supported', detail }];
  }
  if (text !== undefined) return [];
  const detail = `What "${step}" has made is no JSON object, so there is no place for facts; give the content that a worker would hand back, too.`;
  return [{ pointer, code: 'not_supported', detail }];
}

interface Made {
  readonly record: ArtifactRecord;
  readonly text: string;
}

/** `text`: undefined where facts have no place. */
async function overridesOf(
  { store, digestOf, artifactId, now }: Preparing,
  { record, state }: RunRow,
  body: RedirectBody,
): Promise<readonly { readonly record: ArtifactRecord; readonly text: string | undefined }[]> {
  if (body.type !== 'bindings_override') return [];
  return Promise.all(
    Object.entries(body.bindings).map(async ([step, { mediaType, ...override }]) => {
      const { epoch, attempt, artifact } = state.steps[step] ?? NEW_STEP;
      const before = artifact && (await store.contents.get([artifact.digest])).get(artifact.digest);
      const text = overridden(step, before, override);
      const made = amendmentRecord({
        id: artifactId(step),
        runId: record.id,
        definitionDigest: documentDigest(record),
        place: { step, epoch, attempt },
        previous: artifact && (await store.artifacts.find(artifact.id)),
        mediaType,
        digest: digestOf(text ?? ''),
        bytes: Buffer.byteLength(text ?? ''),
        createdAt: now(),
      });
      return { record: made, text };
    }),
  );
}

/** Variables that a person sets belong to no step (R89). */
function variablesGiven(
  { digestOf, artifactId, now }: Preparing,
  { record }: RunRow,
  body: RedirectBody,
): Made | undefined {
  if (body.type !== 'bindings_override' || body.variables === undefined) return undefined;
  const text = JSON.stringify(body.variables);
  const artifact: ArtifactRecord = {
    id: artifactId(VARIABLES),
    runId: record.id,
    definitionDigest: documentDigest(record),
    digest: digestOf(text),
    bytes: Buffer.byteLength(text),
    mediaType: 'application/json',
    source: 'human',
    usage: NO_USAGE,
    parents: [],
    createdAt: now(),
  };
  return { record: artifact, text };
}

/** No step has such an id. */
const VARIABLES = ' variables';

function isSame(one: Plan, other: Plan): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
