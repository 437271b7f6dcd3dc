/** The port for topologies at publish: what a definition asks of its topology, and the topologies that there are to ask. */

import type { z } from 'zod';
import { createRegistry } from '../core/registry.ts';
import type { Action } from '../model/events/escalations.ts';
import type { Compiled, Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { EscalationState, RunState } from '../model/run-state.ts';
import type { VerdictWord } from '../model/verdict.ts';
import type { Issue } from '../ports/catalogues.ts';
import type { RunRecord } from '../ports/store/runs.ts';
import type { CheckOptions } from './check-options.ts';
import type { Sketch } from './parse/sketch.ts';
import type { RedirectBody } from './redirects/body.ts';
import type { Definition, StepDefinition } from './schema/definition.ts';
import type { Subject, SubjectTopology, WrittenGroup } from './schema/subject.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A checked document as it was read. What a topology with a form of its own reads beside the definition, it adds to this interface. */
export interface ReadDefinition {
  /** In the common form. */
  readonly definition: Definition;
}

/**
 * A topology at publish: which documents are of it, how they are written, what may be wrong with them, which plan they make, and what
 * redirects may change of them. Its functions are pure; those that take a document take any JSON value and never throw.
 */
export interface TopologyDocument extends SubjectTopology {
  /** It takes the documents that no topology recognises, and tells what is wrong with them. Of one topology at most. */
  readonly isDefault?: true;
  /** Of documents as they are written: what JSON Schema tells of them. Topologies may share one. */
  readonly schema: z.ZodType;
  /** Fields of the common form that belong to it alone; documents of other topologies may not write them. */
  readonly fields?: { readonly ofDocument: readonly string[]; readonly ofStep: readonly string[] };
  readonly form: DocumentForm;
  readonly redirects: TopologyRedirects;
  /** What its runs are for may be said at the start, too (api 1). */
  readonly takesObjective?: true;
  /** A document may leave its name to the request that publishes it (R53). */
  readonly mayLackName?: true;
  /** What templates name of the input may be absent: that is noted as the run goes, and refuses no start (R113). */
  readonly mayLackInput?: true;
  /** Guards whose steps find out what a person's words mean. */
  readonly clarifyingGuards?: readonly string[];
  /** Whether a document says, as it is written, that it is of this topology. */
  recognises(document: unknown): boolean;
  /** Reads a document that `check` had nothing against; undefined where it cannot be read. */
  read(document: unknown): ReadDefinition | undefined;
  /** What makes its other checks dear; they are left out where there is anything. */
  limits?(document: unknown): Iterable<Issue>;
  /** Everything that is wrong with a document, each problem where it is written. Lazy: who has enough may stop. */
  check(submitted: Submitted, options: CheckOptions): Iterable<Issue>;
  /** The same of what it was compiled to. */
  checkPlan?(definition: Definition, plan: Compiled): Iterable<Issue>;
  /** What a document without problems may say and its author may not mean. */
  warn(submitted: Submitted, definition: Definition, options: CheckOptions): Iterable<Issue>;
  /** The plan of a checked definition. `sketch`: of the definition, or of its document in the common form. */
  compile(
    read: ReadDefinition,
    given: { readonly defaultModel: string | undefined; readonly sketch: Sketch },
  ): Compiled;
  /** Groups of alternatives in a document in the common form. */
  groups?(document: unknown): readonly WrittenGroup[];
  /** The steps that follow from what others say of themselves; they are written nowhere. */
  preparingSteps?(definition: Definition): readonly StepDefinition[];
  /** Guards that a checked document, as written, has beside those of its steps. */
  guardsBeside?(document: unknown): readonly GuardBeside[];
  /** What people are asked to confirm beside the artifacts of steps. */
  assertions?(definition: Definition): readonly Assertion[];
  /** What is sure to be found of all that must hold once a person has answered a question about an assertion; undefined where it is not. */
  onceAsserted?(run: Run, question: Pick<EscalationState, 'kind' | 'leaf'>, action: Action): VerdictWord | undefined;
  /** Names in a plan that are no ids of steps and that no step may take. */
  namesIn?(plan: Plan): readonly string[];
}

/** How the documents of a topology are written. */
export interface DocumentForm {
  /** Pointer of the list of steps. */
  readonly steps: string;
  /** The document in the common form, with its steps under `/steps`; also of one that is wrong in parts. */
  toCommon(document: unknown): unknown;
  /** Where in the document as written a pointer into its common form leads. */
  writtenAt(pointer: string, document: unknown): string;
  /** A step, as documents write it, that asks a model for JSON and that no run needs; what judges it and its policies come from elsewhere. */
  askingStep(id: string, prompt: string): Fields;
}

/** A document under check. */
export interface Submitted {
  /** As written. */
  readonly document: unknown;
  readonly subject: Subject;
  /** What a run goes by already, where the document revises it: names that it has are left alone (R108). */
  readonly before?: unknown;
}

export interface GuardBeside {
  /** In the document as written. */
  readonly pointer: string;
  readonly use: string;
  readonly with: unknown;
}

export interface Assertion {
  /** As questions name it. */
  readonly leaf: string;
  readonly assertion: string;
  readonly assignees: readonly string[];
}

/** What only some topologies have, and a redirect may change: a field of its body. */
export type RedirectedPart = 'state' | 'variables' | 'objective' | 'force';

/** What redirects may change in runs of a topology. */
export interface TopologyRedirects {
  /** Those of the parts that it has. */
  readonly takes: readonly RedirectedPart[];
  /** Why no steps can be added or removed, in words; left out: they can. */
  readonly noGraph?: string;
  /** The redirect with every name that stands for a step in its place; left out: names are steps. */
  meant?(plan: Plan, state: RunState, body: RedirectBody): Meant;
  /** What a redirect names of the run's document that is not there. */
  check?(run: Pick<RunRecord, 'plan' | 'input'>, document: unknown, body: RedirectBody): Iterable<Issue>;
  /** What a redirect names that is not in the plan which it makes. */
  checkPlan?(plan: Compiled, body: RedirectBody): Iterable<Issue>;
  /** Fields of a document beside its steps and its goal that name steps which go. */
  without?(document: Fields, gone: ReadonlySet<string>): Fields;
  /** Why a text cannot take the place of what a step has made; undefined where it can. */
  contentProblem?(plan: Plan, step: string, text: string): string | undefined;
}

export type Meant =
  | { readonly ok: true; readonly body: RedirectBody }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const HOME = 'src/topologies/documents.ts';
const documents = createRegistry<TopologyDocument>('document', HOME);

/** Makes a topology known; throws where its kind has another document already. Those that come first are asked first. */
export const registerTopologyDocument = documents.register;

/** By the kind that plans name. Throws for one that is not registered. */
export const topologyDocumentOf = documents.of;

/** All that are known, in the order in which they came. Throws where there is none. */
export function topologyDocuments(): readonly TopologyDocument[] {
  if (documents.all().length === 0) throw new Error(`no topology is registered: ${REMEDY}`);
  return documents.all();
}

const REMEDY = `import ${HOME} where the process is put together, and hand a topology of your own to registerTopologyDocument`;

/** The topology of a document as it is written, or of a definition that was read. Throws where none is registered that takes it. */
export function topologyOfDocument(document: unknown): TopologyDocument {
  const known = topologyDocuments();
  const found = known.find((each) => each.recognises(document)) ?? known.find(({ isDefault }) => isDefault);
  if (!found) throw new Error(`no topology is registered that takes this document: ${REMEDY}`);
  return found;
}

/** The groups of a document in the common form, also where its topology has none: they are told as misplaced, and not as unknown too. */
export function groupsIn(document: unknown): readonly WrittenGroup[] {
  return topologyDocuments().flatMap((topology) => topology.groups?.(document) ?? []);
}
