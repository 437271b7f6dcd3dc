/** What the service answers, by the names of its OpenAPI document. */
import type { z } from 'zod';
import type { DiffView } from '../../../api/artifacts/diff-view.ts';
import type { ComparisonView } from '../../../api/compare/compare.ts';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import type { PreviewView } from '../../../api/control/preview.ts';
import type { DefinitionView, PublishedView, ValidityView } from '../../../api/definitions/view.ts';
import type { CapView } from '../../../api/endpoints/caps.ts';
import type { EndpointView, RetriedView } from '../../../api/endpoints/endpoints.ts';
import type { DecisionRequest } from '../../../api/escalations/decision-request.ts';
import type { EscalationPageView } from '../../../api/escalations/page.ts';
import type { EscalationView } from '../../../api/escalations/view.ts';
import type { DefinitionGraphView } from '../../../api/inspection/graph-view.ts';
import type { WhyView } from '../../../api/inspection/why-view.ts';
import type { OverviewView } from '../../../api/overview/view.ts';
import type { QuestionRowView } from '../../../api/rows/question-row.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { ResultView } from '../../../api/runs/result-view.ts';
import type { StartRequest } from '../../../api/runs/start-request.ts';
import type { RunView, StartedRunView } from '../../../api/runs/view.ts';
import type { PrincipalView } from '../../../api/session/view.ts';
import type { AttemptView } from '../../../api/steps/attempt-view.ts';
import type { Schemas } from '../../../client/typed.ts';

export type { Page, RunEvent } from '../../../client/run.ts';

export type Run = RunView;
export type StartedRun = z.output<typeof StartedRunView>;
export type RunRow = RunRowView;
export type RunResult = ResultView;
export type Why = z.output<typeof WhyView>;
export type Overview = OverviewView;
export type Attempt = AttemptView;
export type Comparison = ComparisonView;
export type Preview = PreviewView;
export type Budget = z.output<typeof BudgetView>;
export type Question = EscalationView;
export type Endpoint = EndpointView;
export type Cap = CapView;
export type Retried = RetriedView;
export type QuestionRow = QuestionRowView;
export type Principal = z.output<typeof PrincipalView>;
export type QuestionPage = z.output<typeof EscalationPageView>;
export type Decision = DecisionRequest;
export type StartRun = z.input<typeof StartRequest>;
export type Definition = z.output<typeof DefinitionView>;
export type Published = z.output<typeof PublishedView>;
export type Validity = z.output<typeof ValidityView>;
export type DefinitionGraph = z.output<typeof DefinitionGraphView>;
export type Diff = DiffView;

/** What a definition may name: a guard, a generator. */
export interface Part {
  readonly name?: string;
  readonly kind?: string;
  readonly nature?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly options: readonly { readonly name: string; readonly required: boolean }[];
}

export interface Model {
  readonly name: string;
  /** Of a name that stands for several models: these, in the order in which they are tried. */
  readonly route?: readonly string[];
}

export type ControlAnswer = Schemas['ControlAnswer'];

/** A piece of what an attempt under way writes; at offset 0 its text begins, anew where there was one. */
export interface TextChunk {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly n: number | null;
  /** The byte, in UTF-8, at which the piece begins. */
  readonly offset: number;
  readonly text: string;
}
