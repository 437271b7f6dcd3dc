// Generated from the OpenAPI document: `npm run client`. Do not edit.
export interface paths {
 "/v1/session": {
  /** Read who asks, and what they may do */
  get: operations["getSession"];
  /** Begin a session with a key: a cookie for browsers */
  post: operations["signIn"];
  /** End the session */
  delete: operations["signOut"];
 };
 "/v1/me": {
  /** Read who asks, and what they may do */
  get: operations["getMe"];
 };
 "/healthz": {
  /** Whether the process is alive */
  get: operations["getHealth"];
 };
 "/readyz": {
  /** Whether a run can be started, with each part named */
  get: operations["getReadiness"];
 };
 "/metrics": {
  /** Prometheus' figures */
  get: operations["getMetrics"];
 };
 "/v1/workflows": {
  /** List the published definitions */
  get: operations["listWorkflows"];
  /** Publish a definition, in JSON or YAML */
  post: operations["publishWorkflow"];
 };
 "/v1/workflows/validate": {
  /** Check a definition without publishing it */
  post: operations["validateWorkflow"];
 };
 "/v1/workflows/graph": {
  /** Read or draw the graph of a definition that is not published */
  post: operations["drawDraft"];
 };
 "/v1/workflows/{name}": {
  /** Read the newest version of a definition */
  get: operations["getWorkflow"];
 };
 "/v1/workflows/{name}/versions/{version}": {
  /** Read one version of a definition */
  get: operations["getWorkflowVersion"];
 };
 "/v1/workflows/{name}/versions/{version}/graph": {
  /** Read or draw the graph of a version of a definition */
  get: operations["getWorkflowGraph"];
 };
 "/v1/workflows/{name}/versions/{version}/diff/{other}": {
  /** Compare two versions of a definition line by line */
  get: operations["getWorkflowDiff"];
 };
 "/v1/schemas/workflow": {
  /** Read the JSON Schema of definitions */
  get: operations["getWorkflowSchema"];
 };
 "/v1/guards": {
  /** List the guards, with the schema of their options */
  get: operations["listGuards"];
 };
 "/v1/generators": {
  /** List the kinds of generators */
  get: operations["listGenerators"];
 };
 "/v1/models": {
  /** List the models that the endpoints offer */
  get: operations["listModels"];
 };
 "/v1/runs": {
  /** List runs, newest first */
  get: operations["listRuns"];
  /** Start a run of a published definition, or of one brought along */
  post: operations["startRun"];
 };
 "/v1/runs/{id}/fork": {
  /** Start a new run that makes a step and all that depends on it again, and reuses the rest */
  post: operations["forkRun"];
 };
 "/v1/runs/{id}": {
  /** Read how a run stands */
  get: operations["getRun"];
 };
 "/v1/runs/{id}/result": {
  /** Read what a run has made, or wait for it */
  get: operations["getResult"];
 };
 "/v1/runs/{id}/state": {
  /** Read the exact control state of a run */
  get: operations["getState"];
 };
 "/v1/runs/{id}/trace": {
  /** Read the actions of a run in order */
  get: operations["getTrace"];
 };
 "/v1/runs/{id}/corrections": {
  /** List the redirects of a run */
  get: operations["listCorrections"];
 };
 "/v1/runs/{id}/trail": {
  /** List what a run has chosen, won and given up */
  get: operations["listTrail"];
 };
 "/v1/runs/{id}/bindings": {
  /** List what the steps of a run have established */
  get: operations["listBindings"];
 };
 "/v1/runs/{id}/definition": {
  /** Read the definition that a run goes by now */
  get: operations["getRunDefinition"];
 };
 "/v1/runs/{id}/graph": {
  /** Read or draw the graph of a run as it stands */
  get: operations["getGraph"];
 };
 "/v1/runs/{id}/artifacts": {
  /** List the artifacts of a run */
  get: operations["listArtifacts"];
 };
 "/v1/runs/{id}/why": {
  /** Read in plain words how the state of a run came about */
  get: operations["getWhy"];
 };
 "/v1/runs/{id}/steps": {
  /** List the steps of a run */
  get: operations["listSteps"];
 };
 "/v1/runs/{id}/steps/{step}": {
  /** Read how a step stands */
  get: operations["getStep"];
 };
 "/v1/runs/{id}/steps/{step}/attempts": {
  /** List the attempts of a step */
  get: operations["listStepAttempts"];
 };
 "/v1/runs/{id}/steps/{step}/attempts/{n}": {
  /** Read one attempt: context, prompt, model, usage, verdict */
  get: operations["getAttempt"];
 };
 "/v1/runs/{id}/attempts": {
  /** List the attempts of all steps of a run */
  get: operations["listAttempts"];
 };
 "/v1/runs/{id}/steps/{step}/attempts/{n}/compare/{m}": {
  /** Compare two attempts of a step: verdicts, text by word, prompt by section, figures */
  get: operations["compareAttempts"];
 };
 "/v1/runs/{id}/events": {
  /** Read the event log of a run, or follow it as a stream */
  get: operations["listEvents"];
 };
 "/v1/runs/{id}/overview": {
  /** Read all that a page about a run begins with, or follow what changes in it as a stream */
  get: operations["getOverview"];
 };
 "/v1/runs/{id}/steps/{step}/attempts/{n}/text": {
  /** Follow the text of an attempt as it is made, as a stream */
  get: operations["followText"];
 };
 "/v1/runs/{id}/report": {
  /** Read all of a run as one file, for readers without the service */
  get: operations["getReport"];
 };
 "/v1/feed": {
  /** Follow what changes in all runs and questions as a stream */
  get: operations["followRuns"];
 };
 "/v1/runs/{id}/stop": {
  /** Stop a run, at once or after the attempt in flight; it can be resumed */
  post: operations["stopRun"];
 };
 "/v1/runs/{id}/pause": {
  /** Let the attempts in flight finish and start none */
  post: operations["pauseRun"];
 };
 "/v1/runs/{id}/resume": {
  /** Go on after a pause or a stop */
  post: operations["resumeRun"];
 };
 "/v1/runs/{id}/terminate": {
  /** End a run for good */
  post: operations["terminateRun"];
 };
 "/v1/runs/{id}/redirect": {
  /** Correct a run under way: its objective, graph, constraints or bindings */
  post: operations["redirectRun"];
 };
 "/v1/runs/{id}/alignment": {
  /** Say what a run is for, when it is complete, and how it begins */
  put: operations["alignRun"];
 };
 "/v1/runs/{id}/alignment/propose": {
  /** Let a model draft what the run is for; a person confirms the draft */
  post: operations["proposeAlignment"];
 };
 "/v1/runs/{id}/start": {
  /** Start a run whose objective is agreed on */
  post: operations["beginRun"];
 };
 "/v1/runs/{id}/budget": {
  /** Read what a run may use and has used */
  get: operations["getBudget"];
  /** Raise or lower the limits of a run */
  patch: operations["setBudget"];
 };
 "/v1/escalations": {
  /** List the questions to people, over all runs */
  get: operations["listEscalations"];
 };
 "/v1/escalations/{eid}": {
  /** Read a question with its evidence */
  get: operations["getEscalation"];
 };
 "/v1/escalations/{eid}/decision": {
  /** Decide a question */
  post: operations["decideEscalation"];
 };
 "/v1/schedules": {
  /** List the schedules by their ids */
  get: operations["listSchedules"];
  /** Start a workflow again and again */
  post: operations["createSchedule"];
 };
 "/v1/schedules/{id}": {
  /** Read a schedule: when it fires next, what is open, what was refused */
  get: operations["getSchedule"];
  /** Delete a schedule; what it has started goes on */
  delete: operations["deleteSchedule"];
  /** Change a schedule; what is not named stays */
  patch: operations["changeSchedule"];
 };
 "/v1/schedules/{id}/runs": {
  /** List the runs of a schedule, newest first */
  get: operations["listScheduleRuns"];
 };
 "/v1/schedules/{id}/pause": {
  /** Let a schedule fire no more until it is resumed */
  post: operations["pauseSchedule"];
 };
 "/v1/schedules/{id}/resume": {
  /** Let a schedule fire again */
  post: operations["resumeSchedule"];
 };
 "/v1/schedules/{id}/trigger": {
  /** Fire a schedule now */
  post: operations["triggerSchedule"];
 };
 "/v1/artifacts": {
  /** Store a text, for runs to be started with */
  post: operations["importArtifact"];
 };
 "/v1/artifacts/{aid}": {
  /** Read about an artifact */
  get: operations["getArtifact"];
 };
 "/v1/artifacts/{aid}/content": {
  /** Read the content of an artifact */
  get: operations["getArtifactContent"];
 };
 "/v1/artifacts/{aid}/lineage": {
  /** Read what an artifact was made from */
  get: operations["getLineage"];
 };
 "/v1/artifacts/{aid}/diff/{other}": {
  /** Compare two artifacts line by line */
  get: operations["getDiff"];
 };
 "/v1/advisor/rmax": {
  /** Calculate the attempts that a reliability needs */
  get: operations["adviseRetries"];
 };
 "/v1/stats": {
  /** Read what happened so far, by step and guard */
  get: operations["getStatistics"];
 };
 "/v1/export/attempts": {
  /** Export labelled attempts, one a line */
  get: operations["exportAttempts"];
 };
}
export interface components {
 schemas: {
  StartRunInput: {
   workflow: {
    name?: string;
    version?: number;
    definition?: unknown;
   };
   input?: unknown;
   specification?: string;
   objective?: unknown;
   model?: string | {
    name?: string;
    temperature?: number;
    topP?: number;
    seed?: number;
    maxTokens?: number;
    stop?: string[];
    extra?: {
     [key: string]: unknown;
    };
   };
   budgets?: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
    unpriced?: "allow";
   };
   artifacts?: {
    [key: string]: {
     artifactId?: string;
     content?: string;
     mediaType?: string;
    };
   };
   tags?: string[];
   id?: string;
  };
  ImportArtifactInput: {
   content: string;
   mediaType?: string;
  };
  LimitsInput: {
   maxAttempts?: number;
   maxTokens?: number;
   maxCostUsd?: number;
   maxDuration?: string;
   maxParallelAgents?: number;
   maxIterations?: number;
   maxStall?: number;
   maxSwaps?: number;
   unpriced?: "allow";
  };
  ControlRequestInput: {
   reason?: string;
  };
  StopRequestInput: {
   reason?: string;
   mode?: "now" | "after_attempt";
  };
  RedirectRequestInput: components["schemas"]["ObjectiveChangeInput"] | components["schemas"]["DagAdjustmentInput"] | components["schemas"]["ConstraintChangeInput"] | components["schemas"]["BindingsOverrideInput"] | components["schemas"]["InstructionInput"];
  ObjectiveChangeInput: {
   type: "objective_change";
   specification?: string;
   objective?: {
    [key: string]: unknown;
   };
   description: string;
   onConflict?: "interrupt" | "reject";
   reset?: string[];
  };
  DagAdjustmentInput: {
   type: "dag_adjustment";
   add?: unknown[];
   remove?: string[];
   force?: {
    orGroup: string;
    choice: string;
   };
   state?: string;
   description: string;
   onConflict?: "interrupt" | "reject";
   reset?: string[];
  };
  ConstraintChangeInput: {
   type: "constraint_change";
   constraints?: string;
   budgets?: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
    unpriced?: "allow";
   };
   defaults?: {
    rMax?: number;
    rPatience?: number | null;
    similarity?: number;
    metric?: "shingles" | "difflib";
    eMax?: number;
    onExhausted?: "escalate" | "backtrack" | "fail" | "skip";
    onStagnation?: "warn" | "escalate" | "fail";
    diffuseAfter?: number;
    ladder?: (string | {
     name?: string;
     temperature?: number;
     topP?: number;
     seed?: number;
     maxTokens?: number;
     stop?: string[];
     extra?: {
      [key: string]: unknown;
     };
    })[];
   };
   description: string;
   onConflict?: "interrupt" | "reject";
   reset?: string[];
  };
  BindingsOverrideInput: {
   type: "bindings_override";
   bindings: {
    [key: string]: {
     summary?: string;
     content?: string;
     mediaType?: string;
     facts?: {
      [key: string]: unknown;
     };
    };
   };
   variables?: {
    [key: string]: unknown;
   };
   description: string;
   onConflict?: "interrupt" | "reject";
   reset?: string[];
  };
  InstructionInput: {
   type?: "instruction";
   instruction: string;
   description?: string;
  };
  DecisionRequestInput: {
   action: "approve";
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "reject";
   feedback: string;
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "amend";
   content: string;
   mediaType?: string;
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "retry";
   guidance?: string;
   extraAttempts?: number;
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "redo";
   step: string;
   guidance?: string;
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "skip";
   step?: string;
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "raise";
   budgets: components["schemas"]["LimitsInput"];
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  } | {
   action: "abort";
   reason?: string;
   artifactDigest?: string;
   shown?: string;
   comment?: string;
   by?: string;
  };
  ForkRunInput: {
   fromStep?: string;
   fromTurn?: number;
   specification?: string;
   constraints?: string;
   model?: string | {
    name?: string;
    temperature?: number;
    topP?: number;
    seed?: number;
    maxTokens?: number;
    stop?: string[];
    extra?: {
     [key: string]: unknown;
    };
   };
  };
  ScheduleInput: {
   id?: string;
   workflow: {
    name: string;
    version?: number;
   };
   input?: unknown;
   specification?: string;
   budgets?: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
    unpriced?: "allow";
   };
   tags?: string[];
   cron?: string;
   every?: string;
   timezone: string;
   overlap: "skip" | "queue" | "cancel" | "allow";
   catchUp: string;
   paused: boolean;
  };
  ScheduleChangeInput: {
   workflow?: {
    name: string;
    version?: number;
   };
   input?: unknown;
   specification?: string;
   budgets?: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
    unpriced?: "allow";
   };
   tags?: string[];
   cron?: string;
   every?: string;
   timezone?: string;
   overlap?: "skip" | "queue" | "cancel" | "allow";
   catchUp?: string;
   paused?: boolean;
  };
  ScheduleReasonInput: {
   reason?: string;
  };
  AlignmentInput: {
   objective?: {
    [key: string]: unknown;
   };
   steps?: unknown[];
   orGroups?: {
    [key: string]: unknown;
   };
  };
  AlignmentProposalInput: {
   instruction: string;
  };
  Issue: {
   pointer: string;
   code: string;
   detail: string;
   line?: number;
   column?: number;
   endLine?: number;
   endColumn?: number;
  };
  Problem: {
   type: string;
   title: string;
   status: number;
   detail: string;
   instance: string;
   code: string;
   retryable: boolean;
   errors?: components["schemas"]["Issue"][];
   runId?: string;
   allowedActions?: string[];
  } & {
   [key: string]: unknown;
  };
  Diff: {
   from: string;
   to: string;
   unified: string;
  };
  Artifact: {
   id: string;
   runId?: string;
   step?: string;
   epoch?: number;
   attempt?: number;
   digest: string;
   mediaType: string;
   bytes: number;
   source: "generated" | "human" | "imported";
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   parents: {
    artifactId: string;
    relation: string;
   }[];
   createdAt: string;
  };
  ArtifactPage: {
   id: string;
   runId?: string;
   step?: string;
   epoch?: number;
   attempt?: number;
   digest: string;
   mediaType: string;
   bytes: number;
   source: "generated" | "human" | "imported";
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   parents: {
    artifactId: string;
    relation: string;
   }[];
   createdAt: string;
   text: string;
   cut: boolean;
  };
  Lineage: {
   nodes: components["schemas"]["Artifact"][];
   edges: {
    from: string;
    to: string;
    relation: string;
   }[];
  };
  Usage: {
   inputTokens: number;
   cachedTokens: number;
   outputTokens: number;
   costUsd: number | null;
   llmCalls: number;
   estimated?: true;
  };
  AgentProvenance: {
   name: string;
   iterations: number;
   tools: {
    name: string;
    ok: boolean;
    error?: string;
   }[];
   finalState?: unknown;
  };
  Verdict: {
   verdict: "pass" | "retry" | "fatal";
   feedback: string;
   guard: string;
   signature?: string;
   score?: number;
   data?: unknown;
   tampered?: boolean;
   usage?: components["schemas"]["Usage"];
   nature: "deterministic" | "judged" | "human";
   generated?: boolean;
   durationMs: number;
   subResults: components["schemas"]["Verdict"][];
  };
  Attempt: {
   step: string;
   epoch: number;
   attempt: number;
   n?: number;
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   artifactId: string | null;
   digest: string | null;
   source: string | null;
   model: string | null;
   parameters?: unknown;
   usage: components["schemas"]["Usage"];
   rawUsage?: unknown;
   finishReason: string | null;
   agent?: components["schemas"]["AgentProvenance"];
   promptDigest: string | null;
   specification: string | null;
   constraints: string | null;
   renderedPrompt: {
    role: string;
    content: string;
   }[];
   injected: unknown[];
   dependencies: {
    [key: string]: string;
   };
   feedbackHistory: {
    artifactId: string;
    feedback: string;
   }[];
   dropped: {
    kind: string;
    ref: string;
    reason: string;
   }[];
   verdict: components["schemas"]["Verdict"] | null;
   faults: {
    at: string;
    phase: string;
    detail: string;
    partial?: string;
   }[];
   startedAt: string;
   endedAt: string | null;
  };
  Comparison: {
   leaves: {
    path: string;
    guard: string;
    nature: "deterministic" | "judged" | "human";
    a: {
     verdict: "pass" | "retry" | "fatal";
     feedback: string;
     score?: number;
    } | null;
    b: {
     verdict: "pass" | "retry" | "fatal";
     feedback: string;
     score?: number;
    } | null;
    differs: boolean;
   }[];
   text: {
    unit: "word" | "line";
    parts: {
     mark: "same" | "removed" | "added";
     text: string;
    }[];
    equal: boolean;
    a: {
     artifactId: string;
     bytes: number;
     cut: boolean;
    } | null;
    b: {
     artifactId: string;
     bytes: number;
     cut: boolean;
    } | null;
   };
   prompt: {
    equal: boolean;
    sections: {
     unit: "word" | "line";
     parts: {
      mark: "same" | "removed" | "added";
      text: string;
     }[];
     role: string;
     heading: string | null;
     in: "both" | "a" | "b";
     equal: boolean;
     cut: boolean;
    }[];
    leftOut: number;
   };
   figures: {
    a: {
     step: string;
     epoch: number;
     attempt: number;
     n?: number;
     status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
     artifactId: string | null;
     source: string | null;
     model: string | null;
     parameters?: unknown;
     finishReason: string | null;
     usage: components["schemas"]["Usage"];
     startedAt: string;
     endedAt: string | null;
     runId: string;
     judging: components["schemas"]["Usage"] | null;
     durationMs: number | null;
    };
    b: {
     step: string;
     epoch: number;
     attempt: number;
     n?: number;
     status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
     artifactId: string | null;
     source: string | null;
     model: string | null;
     parameters?: unknown;
     finishReason: string | null;
     usage: components["schemas"]["Usage"];
     startedAt: string;
     endedAt: string | null;
     runId: string;
     judging: components["schemas"]["Usage"] | null;
     durationMs: number | null;
    };
   };
  };
  Budgets: {
   maxAttempts?: number;
   maxTokens?: number;
   maxCostUsd?: number;
   maxDuration?: string;
   maxParallelAgents: number;
   maxIterations?: number;
   maxStall?: number;
   maxSwaps?: number;
   unpriced?: "allow";
   note?: string;
  };
  Budget: {
   limits: components["schemas"]["Budgets"];
   used: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number | null;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
   };
   reserved: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number | null;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
   };
   remaining: {
    maxAttempts?: number;
    maxTokens?: number;
    maxCostUsd?: number | null;
    maxDuration?: string;
    maxParallelAgents?: number;
    maxIterations?: number;
    maxStall?: number;
    maxSwaps?: number;
   };
   bound: {
    generations: number;
    remaining: number;
   };
  };
  CallUnderWay: {
   phase: "generate" | "guard" | "condition" | "verify";
   step?: string;
   attempt?: number;
   seconds?: number;
  };
  Preview: {
   wouldReset: string[];
   keeps: string[];
   cutsShort: components["schemas"]["CallUnderWay"][];
   finishes: components["schemas"]["CallUnderWay"][];
   boundBefore: number;
   boundAfter: number;
   generations: number;
   endsRun: "yes" | "no" | "depends";
   on?: string[];
   consequence: string;
   warnings: string[];
   revision: number;
  };
  AlignmentAnswer: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   changed: boolean;
   missing: string[];
  };
  ControlAnswer: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   changed: boolean;
  };
  OptionRow: {
   name: string;
   description?: string;
   required: boolean;
   template: boolean;
  };
  GuardRow: {
   name: string;
   title?: string;
   description?: string;
   options: components["schemas"]["OptionRow"][];
   judges?: "json" | "python" | "typescript" | "patch";
   nature: "deterministic" | "judged" | "human";
   sandbox: boolean;
   score: boolean;
   schema: unknown;
  };
  GeneratorRow: {
   kind: string;
   name?: string;
   title?: string;
   description?: string;
   options: components["schemas"]["OptionRow"][];
   schema: unknown;
  };
  ModelRow: {
   name: string;
   endpoint: string;
   id: string;
   object: "model";
  };
  Graph: {
   runId: string;
   nodes: {
    id: string;
    kind: "step" | "group" | "state";
    status: string;
    epoch: number;
    running: boolean;
    asking: boolean;
    attempts?: {
     used: number;
     allowed: number;
    };
    goal: boolean;
    orGroup?: string;
    why?: string;
    swaps?: {
     used: number;
     max: number;
    };
    steps?: string[];
   }[];
   edges: {
    from: string;
    to: string;
    optional: boolean;
    taken?: number;
   }[];
  };
  DefinitionGraph: {
   nodes: {
    id: string;
    kind: "step" | "group" | "state";
    status: string;
    epoch: number;
    running: boolean;
    asking: boolean;
    attempts?: {
     used: number;
     allowed: number;
    };
    goal: boolean;
    orGroup?: string;
    why?: string;
    swaps?: {
     used: number;
     max: number;
    };
    steps?: string[];
   }[];
   edges: {
    from: string;
    to: string;
    optional: boolean;
    taken?: number;
   }[];
  };
  DefinitionRow: {
   name: string;
   version: number;
   topology: string;
   bound: {
    generations: number;
   };
   warnings: number;
   description: string;
   createdAt: string;
  };
  Definition: {
   name: string;
   version: number;
   digest: string;
   topology: string;
   bound: {
    generations: number;
   };
   warnings: unknown[];
   definition: unknown;
   createdAt: string;
  };
  PublishedDefinition: {
   name: string;
   version: number;
   digest: string;
   topology: string;
   bound: {
    generations: number;
   };
   warnings: unknown[];
  };
  ValidDefinition: {
   valid: true;
   bound: {
    generations: number;
   };
   warnings: components["schemas"]["Issue"][];
  };
  DefinitionPage: {
   name: string;
   version: number;
   digest: string;
   topology: string;
   bound: {
    generations: number;
   };
   warnings: unknown[];
   definition: unknown;
   createdAt: string;
   newest: number;
   steps: {
    id: string;
    generator: string;
    model?: string;
    requires: string[];
    attempts: number;
    optional: boolean;
    orGroup?: string;
    guards: {
     id: string;
     use: string;
     nature?: "deterministic" | "judged" | "human";
    }[];
   }[];
  };
  AnswerOption: {
   action: "approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort";
   label: string;
   primary: boolean;
   consequence: string;
   resets: string[];
   generations: number;
   endsRun: "yes" | "no" | "depends";
   on?: string[];
   over?: string[];
   fields: {
    name: string;
    required: boolean;
    values?: string[];
    chosen?: string;
   }[];
  };
  Decision: {
   action: "approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort";
   by: string;
   comment?: string;
   at: string;
   shown?: string;
  };
  EvidenceAttempt: {
   step: string;
   epoch: number;
   attempt: number;
   n?: number;
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   artifactId: string | null;
   digest: string | null;
   source: string | null;
   model: string | null;
   parameters?: unknown;
   usage: components["schemas"]["Usage"];
   rawUsage?: unknown;
   finishReason: string | null;
   agent?: components["schemas"]["AgentProvenance"];
   promptDigest: string | null;
   specification: string | null;
   constraints: string | null;
   renderedPrompt: {
    role: string;
    content: string;
   }[];
   injected: unknown[];
   dependencies: {
    [key: string]: string;
   };
   feedbackHistory: {
    artifactId: string;
    feedback: string;
   }[];
   dropped: {
    kind: string;
    ref: string;
    reason: string;
   }[];
   verdict: components["schemas"]["Verdict"] | null;
   faults: {
    at: string;
    phase: string;
    detail: string;
    partial?: string;
   }[];
   startedAt: string;
   endedAt: string | null;
   feedback: string;
   diff?: components["schemas"]["Diff"];
  };
  ConditionEvidence: {
   expression: string;
   names: {
    name: string;
    value?: unknown;
   }[];
   reasons: string[];
  };
  Escalation: {
   id: string;
   runId: string;
   workflow: string;
   status: "open" | "decided" | "expired" | "withdrawn";
   kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
   step?: string;
   attempt?: number;
   artifactId?: string;
   artifactDigest?: string;
   question: string;
   feedback: string;
   evidence: {
    attempts: components["schemas"]["EvidenceAttempt"][];
    summary: string;
    injected: unknown[];
    spend: components["schemas"]["Usage"];
    condition?: components["schemas"]["ConditionEvidence"];
    choices?: {
     orGroup: string;
     choice: string;
     status: "untried" | "trying" | "won" | "failed" | "lost";
     why?: string;
    }[];
   };
   artifact?: {
    id: string;
    digest: string;
    text: string;
    cut: boolean;
   };
   falseLeaves?: {
    leaf: string;
    expected: string;
    found: string;
   }[];
   allowedActions: ("approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort")[];
   outcomes: {
    [key: string]: string;
   };
   links: {
    self: string;
    decision: string;
    run: string;
    console: string;
    artifact?: string;
   };
   assignees: string[];
   openedAt: string;
   expiresAt?: string;
   answer?: unknown;
   shown?: string;
   decision?: components["schemas"]["Decision"];
  };
  EvidenceAttemptRow: {
   step: string;
   epoch: number;
   attempt: number;
   n?: number;
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   artifactId: string | null;
   digest: string | null;
   source: string | null;
   model: string | null;
   usage: components["schemas"]["Usage"];
   finishReason: string | null;
   verdict: components["schemas"]["Verdict"] | null;
   startedAt: string;
   endedAt: string | null;
   feedback: string;
   changes?: {
    unified: string;
    cut: boolean;
   };
  };
  EscalationPage: {
   id: string;
   runId: string;
   workflow: string;
   status: "open" | "decided" | "expired" | "withdrawn";
   kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
   step?: string;
   attempt?: number;
   artifactId?: string;
   artifactDigest?: string;
   question: string;
   feedback: string;
   falseLeaves?: {
    leaf: string;
    expected: string;
    found: string;
   }[];
   allowedActions: ("approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort")[];
   outcomes: {
    [key: string]: string;
   };
   links: {
    self: string;
    decision: string;
    run: string;
    console: string;
    artifact?: string;
   };
   assignees: string[];
   openedAt: string;
   expiresAt?: string;
   answer?: unknown;
   shown?: string;
   decision?: components["schemas"]["Decision"];
   evidence: {
    summary: string;
    injected: unknown[];
    spend: components["schemas"]["Usage"];
    condition?: components["schemas"]["ConditionEvidence"];
    choices?: {
     orGroup: string;
     choice: string;
     status: "untried" | "trying" | "won" | "failed" | "lost";
     why?: string;
    }[];
    attempts: components["schemas"]["EvidenceAttemptRow"][];
   };
   artifact?: {
    id: string;
    digest: string;
    mediaType: string;
    bytes: number;
    text: string;
    cut: boolean;
   };
   options: components["schemas"]["AnswerOption"][];
  };
  QuestionRow: {
   id: string;
   runId: string;
   workflow: string;
   status: "open" | "decided" | "expired" | "withdrawn";
   kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
   step: string | null;
   question: string;
   assignees: string[];
   moreAssignees: number;
   openedAt: string;
   expiresAt: string | null;
   decided: {
    action: "approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort";
    by: string;
   } | null;
  };
  Event: {
   seq: number;
   id: string;
   type: string;
   time: string;
   runId: string;
   data: {
    [key: string]: unknown;
   };
  };
  RunRow: {
   id: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   workflow: {
    name: string;
    version: number;
   };
   step: string | null;
   sentence: string;
   attempts: {
    used: number;
    max: number;
   };
   costUsd: number | null;
   openQuestions: number;
   tags: string[];
   moreTags: number;
   createdAt: string;
   endedAt: string | null;
   revision: number;
  };
  FeedStart: {
   id: string;
  };
  Ready: {
   status: "ready";
   checks: {
    postgres: {
     ok: boolean;
     detail: string;
    };
    temporal: {
     ok: boolean;
     detail: string;
    };
    worker: {
     ok: boolean;
     detail: string;
    };
   };
   sandboxes: {
    worker: string;
    sandbox: string;
    version: string;
    level: "none" | "jail" | "os" | "container" | "microvm";
    readonly toolchains: ("python" | "typescript" | "command")[];
   }[];
  };
  Why: {
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   summary: string;
   chain: {
    seq: number;
    at: string;
    because: string;
   }[];
   next: {
    who: "engine" | "person";
    action: string;
   }[];
   failureModes: {
    name: "hallucinated_reference" | "wrong_axis" | "context_overflow" | "varied_failures" | "framework_specific";
    step: string;
    because: string;
   }[];
   page?: {
    nextCursor: string | null;
    hasMore: boolean;
   };
  };
  Binding: {
   step: string;
   artifactId: string;
   summary: string;
   facts?: {
    [key: string]: unknown;
   };
   source: "generated" | "human" | "imported";
  };
  Correction: {
   id: string;
   timestamp: string;
   type: "objective_change" | "dag_adjustment" | "constraint_change" | "bindings_override" | "instruction";
   description: string;
   trailCleared: boolean;
   actor: string;
   outcome: "applied" | "dropped" | "expired";
  };
  TrailEntry: {
   seq: number;
   epoch: number;
   type: string;
   orGroup?: string;
   selected?: string;
   reason?: string;
   timestamp: string;
  };
  Failure: {
   code: string;
   step?: string;
   detail: string;
   provenance: {
    step: string;
    attempt: number;
    artifactId: string | null;
    verdict: string | null;
    feedback: string;
   }[];
  };
  Result: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   artifacts: {
    [key: string]: {
     artifactId: string;
     digest: string;
     mediaType: string;
     content: string;
     finalState?: unknown;
    };
   };
   waived: string[];
   endedBy?: "base_case" | "final_state" | "end_state";
   failure?: components["schemas"]["Failure"];
  };
  Run: {
   id: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   workflow: {
    name: string;
    version: number;
    digest: string;
    topology: string;
   };
   input: unknown;
   specification?: string;
   tags: string[];
   forkedFrom?: {
    runId: string;
    fromStep?: string;
    fromTurn?: number;
    changed: string[];
   };
   revision: number;
   currentSteps: string[];
   guards: {
    [key: string]: "unsatisfied" | "satisfied" | "fatal" | "waived";
   };
   attempts: {
    used: number;
    max: number;
   };
   bound: {
    generations: number;
    remaining: number;
   };
   usage: {
    inputTokens: number;
    cachedTokens: number;
    outputTokens: number;
    costUsd: number | null;
    llmCalls: number;
    estimated?: true;
    discarded: components["schemas"]["Usage"];
   };
   budgets: components["schemas"]["Budgets"];
   control: {
    stopRequested: boolean;
    stopReason: string | null;
    redirectRequested: boolean;
    pauseRequested: boolean;
   };
   openEscalations: string[];
   missing?: string[];
   result?: components["schemas"]["Result"];
   failure?: components["schemas"]["Failure"];
   createdAt: string;
   updatedAt: string;
   endedAt?: string;
   links: {
    self: string;
    events: string;
    graph: string;
    console: string;
    temporalUi: string | null;
   };
  };
  StartedRun: {
   id: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   workflow: {
    name: string;
    version: number;
    digest: string;
    topology: string;
   };
   input: unknown;
   specification?: string;
   tags: string[];
   forkedFrom?: {
    runId: string;
    fromStep?: string;
    fromTurn?: number;
    changed: string[];
   };
   revision: number;
   currentSteps: string[];
   guards: {
    [key: string]: "unsatisfied" | "satisfied" | "fatal" | "waived";
   };
   attempts: {
    used: number;
    max: number;
   };
   bound: {
    generations: number;
    remaining: number;
   };
   usage: {
    inputTokens: number;
    cachedTokens: number;
    outputTokens: number;
    costUsd: number | null;
    llmCalls: number;
    estimated?: true;
    discarded: components["schemas"]["Usage"];
   };
   budgets: components["schemas"]["Budgets"];
   control: {
    stopRequested: boolean;
    stopReason: string | null;
    redirectRequested: boolean;
    pauseRequested: boolean;
   };
   openEscalations: string[];
   missing?: string[];
   result?: components["schemas"]["Result"];
   failure?: components["schemas"]["Failure"];
   createdAt: string;
   updatedAt: string;
   endedAt?: string;
   links: {
    self: string;
    events: string;
    graph: string;
    console: string;
    temporalUi: string | null;
   };
   warnings?: unknown[];
  };
  ControlState: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   seq: number;
   guards: {
    [key: string]: "unsatisfied" | "satisfied" | "fatal" | "waived";
   };
   attempts: {
    [key: string]: number;
   };
   epochs: {
    [key: string]: number;
   };
   backtracks: {
    [key: string]: number;
   };
   rungs: {
    [key: string]: number;
   };
   invalidated: string[];
   iterations: number;
   budgets: components["schemas"]["Budgets"];
   usage: {
    inputTokens: number;
    cachedTokens: number;
    outputTokens: number;
    costUsd: number | null;
    llmCalls: number;
    estimated?: true;
    attempts: number;
    activeMs: number;
   };
   objective: unknown;
   unresolved: string[];
   stall: {
    count: number;
    best: number;
   };
   missing: string[];
   baseCase: {
    passed: boolean | null;
    artifactId?: string;
    verifying: boolean;
   } | null;
   decompositions: {
    parent: string;
    children: string[];
    reason: string;
   }[];
   graph: {
    steps: {
     id: string;
     requires: string[];
     optionalRequires: string[];
    }[];
    goal: string[];
    groups: {
     id: string;
     choices: string[];
     selected: string[];
     failed: string[];
     winner: string | null;
     speculative: boolean;
    }[];
   };
   bindings: {
    [key: string]: string;
   };
   trail: components["schemas"]["TrailEntry"][];
   corrections: components["schemas"]["Correction"][];
   openEscalations: string[];
   control: {
    stopRequested: boolean;
    stopReason: string | null;
    redirectRequested: boolean;
    pauseRequested: boolean;
   };
   machine?: {
    state: string;
    final: boolean;
    turn: number;
    history: string[];
    variables: {
     [key: string]: unknown;
    };
    recent: {
     turn: number;
     state: string;
     step?: string;
     outcome?: string;
     to?: string;
     refused?: boolean;
    }[];
   };
  };
  TraceEntry: {
   seq: number;
   action: string;
   category: "external" | "sensing" | "internal";
   step?: string;
   epoch?: number;
   attempt?: number;
   artifactId?: string;
   verdict?: string;
   feedback?: string;
   dependencies?: {
    [key: string]: string;
   };
   unresolved?: number;
   readonly unresolvedIds?: string[];
   trail?: {
    type: string;
   } & {
    [key: string]: unknown;
   };
   stopRequested?: boolean;
   redirectRequested?: boolean;
   verification?: {
    passed: boolean;
    artifactId?: string;
   };
  } & {
   [key: string]: unknown;
  };
  RunDefinition: {
   workflow: {
    name: string;
    version: number;
    digest: string;
   };
   revised: boolean;
   document: {
    [key: string]: unknown;
   };
  };
  Share: {
   successes: number;
   trials: number;
   estimate: number | null;
   low: number;
   high: number;
  };
  Stats: {
   runs: {
    matched: number;
    counted: number;
    leftOut: number;
    oldest: string | null;
   };
   endings: {
    byStatus: {
     [key: string]: number;
    };
    byFailure: {
     [key: string]: number;
    };
   };
   levelOneOnly: components["schemas"]["Share"];
   inFlight: number;
   stagnations: {
    [key: string]: number;
   };
   backtracks: {
    count: number;
    injections: number;
    upstreamChanged: components["schemas"]["Share"];
    recovery: components["schemas"]["Share"];
    meanCascadeDepth: number | null;
   };
   escalations: {
    [key: string]: number;
   };
   failureModes: {
    name: "hallucinated_reference" | "wrong_axis" | "context_overflow" | "varied_failures" | "framework_specific";
    runs: number;
   }[];
   usage: {
    inputTokens: number;
    cachedTokens: number;
    outputTokens: number;
    costUsd: number | null;
    llmCalls: number;
    estimated?: true;
    discarded: components["schemas"]["Usage"];
   };
   steps: {
    workflow: string;
    step: string;
    attempts: number;
    passes: number;
    epsilon: components["schemas"]["Share"];
    failuresByGuard: {
     [key: string]: number;
    };
    guards: {
     guard: string;
     judged: number;
     passes: number;
     epsilon: components["schemas"]["Share"];
     failures: number;
     stagnations: {
      [key: string]: number;
     };
     targets: {
      [key: string]: number;
     };
     usage: components["schemas"]["Usage"];
    }[];
    stagnations: {
     [key: string]: number;
    };
    backtracks: {
     count: number;
     injections: number;
     upstreamChanged: components["schemas"]["Share"];
     recovery: components["schemas"]["Share"];
     meanCascadeDepth: number | null;
    };
    escalations: {
     [key: string]: number;
    };
    levels: {
     first_try: number;
     refined: number;
     backtracked: number;
     escalated: number;
    };
    inFlight: number;
    usage: components["schemas"]["Usage"];
    levelOneOnly: components["schemas"]["Share"];
   }[];
   page?: {
    nextCursor: string | null;
    hasMore: boolean;
   };
  };
  Advice: {
   rMax: number;
   attempts: number;
   delta: number;
   steps: number;
   epsilon: number;
  };
  AttemptRow: {
   step: string;
   epoch: number;
   attempt: number;
   n: number | null;
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   source: string | null;
   model: string | null;
   artifactId: string | null;
   verdict: {
    verdict: "pass" | "retry" | "fatal";
    guard: string;
    line: string;
   } | null;
   faults: number;
   costUsd: number | null;
   startedAt: string;
   endedAt: string | null;
  };
  Step: {
   id: string;
   title?: string;
   role: string;
   status: "unsatisfied" | "satisfied" | "fatal" | "waived";
   epoch: number;
   attempts: {
    used: number;
    max: number;
   };
   backtracks: {
    used: number;
    max: number;
   };
   rung: number;
   requires: string[];
   artifactId?: string;
   guard: {
    id: string;
    nature: "deterministic" | "judged" | "human";
    generated?: boolean;
   };
   model: string;
  };
  OverviewRun: {
   id: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   workflow: {
    name: string;
    version: number;
    digest: string;
    topology: string;
   };
   tags: string[];
   forkedFrom?: {
    runId: string;
    fromStep?: string;
    fromTurn?: number;
    changed: string[];
   };
   revision: number;
   currentSteps: string[];
   attempts: {
    used: number;
    max: number;
   };
   bound: {
    generations: number;
    remaining: number;
   };
   usage: {
    inputTokens: number;
    cachedTokens: number;
    outputTokens: number;
    costUsd: number | null;
    llmCalls: number;
    estimated?: true;
    discarded: components["schemas"]["Usage"];
   };
   budgets: components["schemas"]["Budgets"];
   control: {
    stopRequested: boolean;
    stopReason: string | null;
    redirectRequested: boolean;
    pauseRequested: boolean;
   };
   openEscalations: string[];
   missing?: string[];
   failure?: components["schemas"]["Failure"];
   createdAt: string;
   updatedAt: string;
   endedAt?: string;
   links: {
    self: string;
    events: string;
    graph: string;
    console: string;
    temporalUi: string | null;
   };
  };
  Overview: {
   run: components["schemas"]["OverviewRun"];
   budget: components["schemas"]["Budget"];
   why: components["schemas"]["Why"];
   steps: components["schemas"]["Step"][];
   attempts: components["schemas"]["AttemptRow"][];
   questions: components["schemas"]["QuestionRow"][];
   leftOut: {
    attempts: number;
    attemptsOf: {
     [key: string]: number;
    };
   };
  };
  ScheduleFailure: {
   at: string;
   status: number;
   code: string;
   detail: string;
   errors?: components["schemas"]["Issue"][];
  };
  ScheduleRow: {
   id: string;
   workflow: {
    name: string;
    version?: number;
   };
   input?: unknown;
   specification?: string;
   budgets?: unknown;
   tags?: string[];
   cron?: string;
   every?: string;
   timezone: string;
   overlap: "skip" | "queue" | "cancel" | "allow";
   catchUp: string;
   paused: boolean;
   note?: string;
   createdBy: string;
   createdAt: string;
   updatedAt: string;
   links: {
    self: string;
    runs: string;
   };
  };
  ScheduleDetails: {
   id: string;
   workflow: {
    name: string;
    version?: number;
   };
   input?: unknown;
   specification?: string;
   budgets?: unknown;
   tags?: string[];
   cron?: string;
   every?: string;
   timezone: string;
   overlap: "skip" | "queue" | "cancel" | "allow";
   catchUp: string;
   paused: boolean;
   note?: string;
   createdBy: string;
   createdAt: string;
   updatedAt: string;
   links: {
    self: string;
    runs: string;
   };
   next?: string[];
   counts?: {
    fired: number;
    skipped: number;
    missed: number;
   };
   openRuns: string[];
   failures: components["schemas"]["ScheduleFailure"][];
  };
  Principal: {
   kind: "anonymous" | "operator";
   id: string;
   name: string;
   scopes: ("definitions:read" | "definitions:write" | "runs:read" | "runs:write" | "artifacts:read" | "artifacts:write" | "escalations:read" | "escalations:decide" | "metrics:read")[];
  };
  WorkflowDefinition: {
   name?: string;
   topology?: string;
   description?: string;
   input?: unknown;
   objective?: unknown;
   specification?: string;
   constraints?: string;
   model?: unknown;
   defaults?: Record<string, never>;
   budgets?: unknown;
   orGroups?: Record<string, never>;
   maxContextTokens?: number;
   variables?: Record<string, never>;
   components?: Record<string, never>;
   workflow?: Record<string, never>;
   steps?: unknown[];
   goal?: unknown[];
  };
 };
}
export interface operations {
 getSession: {
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Principal"];
    };
   };
  };
 };
 signIn: {
  requestBody: {
   content: {
    "application/json": {
     key: string;
     to?: string;
    };
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Principal"];
    };
   };
   201: {
    content: {
     "application/json": components["schemas"]["Principal"];
    };
   };
   303: {
   };
  };
 };
 signOut: {
  responses: {
   204: {
   };
  };
 };
 getMe: {
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Principal"];
    };
   };
  };
 };
 getHealth: {
  responses: {
   200: {
    content: {
     "application/json": {
      status: "ok";
     };
    };
   };
  };
 };
 getReadiness: {
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Ready"];
    };
   };
  };
 };
 getMetrics: {
  responses: {
   200: {
    content: {
     "text/plain": string;
    };
   };
  };
 };
 listWorkflows: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
    view?: "row";
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: (components["schemas"]["Definition"] | components["schemas"]["DefinitionRow"])[];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 publishWorkflow: {
  parameters: {
   query?: {
    name?: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["WorkflowDefinition"];
    "application/yaml": components["schemas"]["WorkflowDefinition"];
    "application/x-yaml": components["schemas"]["WorkflowDefinition"];
    "text/yaml": components["schemas"]["WorkflowDefinition"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["PublishedDefinition"];
    };
   };
   201: {
    content: {
     "application/json": components["schemas"]["PublishedDefinition"];
    };
   };
  };
 };
 validateWorkflow: {
  parameters: {
   query?: {
    name?: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["WorkflowDefinition"];
    "application/yaml": components["schemas"]["WorkflowDefinition"];
    "application/x-yaml": components["schemas"]["WorkflowDefinition"];
    "text/yaml": components["schemas"]["WorkflowDefinition"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ValidDefinition"];
    };
   };
  };
 };
 drawDraft: {
  parameters: {
   query?: {
    name?: string;
    format?: "json" | "mermaid" | "svg";
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["DefinitionGraph"];
     "text/plain": string;
     "image/svg+xml": string;
    };
   };
  };
 };
 getWorkflow: {
  parameters: {
   query?: {
    format?: "json" | "yaml";
    view?: "page";
   };
   path: {
    name: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["DefinitionPage"] | components["schemas"]["Definition"];
     "application/yaml": Record<string, never>;
    };
   };
  };
 };
 getWorkflowVersion: {
  parameters: {
   query?: {
    format?: "json" | "yaml";
    view?: "page";
   };
   path: {
    name: string;
    version: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["DefinitionPage"] | components["schemas"]["Definition"];
     "application/yaml": Record<string, never>;
    };
   };
  };
 };
 getWorkflowGraph: {
  parameters: {
   query?: {
    format?: "json" | "mermaid" | "svg";
   };
   path: {
    name: string;
    version: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["DefinitionGraph"];
     "text/plain": string;
     "image/svg+xml": string;
    };
   };
   304: {
   };
  };
 };
 getWorkflowDiff: {
  parameters: {
   path: {
    name: string;
    version: string;
    other: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Diff"];
    };
   };
  };
 };
 getWorkflowSchema: {
  responses: {
   200: {
    content: {
     "application/json": {
      [key: string]: unknown;
     };
    };
   };
  };
 };
 listGuards: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["GuardRow"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 listGenerators: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["GeneratorRow"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 listModels: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["ModelRow"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
      object: "list";
     };
    };
   };
  };
 };
 listRuns: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
    createdAfter?: string;
    createdBefore?: string;
    status?: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
    workflow?: string;
    tag?: string;
    q?: string;
    view?: "row";
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: (components["schemas"]["RunRow"] | components["schemas"]["Run"])[];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 startRun: {
  requestBody: {
   content: {
    "application/json": components["schemas"]["StartRunInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["StartedRun"];
    };
   };
   201: {
    content: {
     "application/json": components["schemas"]["StartedRun"];
    };
   };
  };
 };
 forkRun: {
  parameters: {
   query?: {
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["ForkRunInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Run"] | components["schemas"]["Preview"];
    };
   };
   201: {
    content: {
     "application/json": components["schemas"]["Run"];
    };
   };
  };
 };
 getRun: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Run"];
    };
   };
   304: {
   };
  };
 };
 getResult: {
  parameters: {
   query?: {
    wait?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Result"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["Result"];
    };
   };
  };
 };
 getState: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ControlState"];
    };
   };
  };
 };
 getTrace: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["TraceEntry"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 listCorrections: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["Correction"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 listTrail: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["TrailEntry"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 listBindings: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["Binding"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 getRunDefinition: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["RunDefinition"];
    };
   };
  };
 };
 getGraph: {
  parameters: {
   query?: {
    format?: "json" | "mermaid" | "svg";
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Graph"];
     "text/plain": string;
     "image/svg+xml": string;
    };
   };
   304: {
   };
  };
 };
 listArtifacts: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["Artifact"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 getWhy: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Why"];
    };
   };
  };
 };
 listSteps: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["Step"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 getStep: {
  parameters: {
   path: {
    id: string;
    step: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Step"];
    };
   };
  };
 };
 listStepAttempts: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
    view?: "row";
    order?: "oldest" | "newest";
   };
   path: {
    id: string;
    step: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: (components["schemas"]["Attempt"] | components["schemas"]["AttemptRow"])[];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 getAttempt: {
  parameters: {
   path: {
    id: string;
    step: string;
    n: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Attempt"];
    };
   };
  };
 };
 listAttempts: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["Attempt"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 compareAttempts: {
  parameters: {
   query?: {
    run?: string;
   };
   path: {
    id: string;
    step: string;
    n: string;
    m: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Comparison"];
    };
   };
  };
 };
 listEvents: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
    after?: number;
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["Event"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
     "text/event-stream": string;
    };
   };
  };
 };
 getOverview: {
  parameters: {
   query?: {
    after?: number;
    text?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Overview"];
     "text/event-stream": string;
    };
   };
   304: {
   };
  };
 };
 followText: {
  parameters: {
   query?: {
    after?: string;
   };
   path: {
    id: string;
    step: string;
    n: string;
   };
  };
  responses: {
   200: {
    content: {
     "text/event-stream": string;
    };
   };
  };
 };
 getReport: {
  parameters: {
   query?: {
    format?: "html" | "md";
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "text/html": string;
     "text/markdown": string;
    };
   };
   304: {
   };
  };
 };
 followRuns: {
  parameters: {
   query?: {
    after?: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["FeedStart"];
     "text/event-stream": string;
    };
   };
  };
 };
 stopRun: {
  parameters: {
   query?: {
    wait?: string;
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": components["schemas"]["StopRequestInput"] | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"];
    };
   };
  };
 };
 pauseRun: {
  parameters: {
   query?: {
    wait?: string;
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": components["schemas"]["ControlRequestInput"] | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"];
    };
   };
  };
 };
 resumeRun: {
  parameters: {
   query?: {
    wait?: string;
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": components["schemas"]["ControlRequestInput"] | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"];
    };
   };
  };
 };
 terminateRun: {
  parameters: {
   query?: {
    wait?: string;
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": components["schemas"]["ControlRequestInput"] | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"];
    };
   };
  };
 };
 redirectRun: {
  parameters: {
   query?: {
    wait?: string;
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["RedirectRequestInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["ControlAnswer"];
    };
   };
  };
 };
 alignRun: {
  parameters: {
   path: {
    id: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["AlignmentInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["AlignmentAnswer"];
    };
   };
  };
 };
 proposeAlignment: {
  parameters: {
   path: {
    id: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["AlignmentProposalInput"];
   };
  };
  responses: {
   202: {
    content: {
     "application/json": components["schemas"]["AlignmentAnswer"];
    };
   };
  };
 };
 beginRun: {
  parameters: {
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": Record<string, never> | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["AlignmentAnswer"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["AlignmentAnswer"];
    };
   };
  };
 };
 getBudget: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Budget"];
    };
   };
  };
 };
 setBudget: {
  parameters: {
   query?: {
    preview?: "true" | "false";
   };
   path: {
    id: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["LimitsInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Budget"] | components["schemas"]["Preview"];
    };
   };
  };
 };
 listEscalations: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
    status?: "open" | "decided" | "expired" | "withdrawn";
    runId?: string;
    kind?: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
    view?: "row";
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: (components["schemas"]["Escalation"] | components["schemas"]["QuestionRow"])[];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 getEscalation: {
  parameters: {
   query?: {
    view?: "page";
   };
   path: {
    eid: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["EscalationPage"] | components["schemas"]["Escalation"];
    };
   };
  };
 };
 decideEscalation: {
  parameters: {
   query?: {
    wait?: string;
    preview?: "true" | "false";
   };
   path: {
    eid: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["DecisionRequestInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Escalation"] | components["schemas"]["Preview"];
    };
   };
   202: {
    content: {
     "application/json": components["schemas"]["Escalation"];
    };
   };
  };
 };
 listSchedules: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: components["schemas"]["ScheduleRow"][];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 createSchedule: {
  requestBody: {
   content: {
    "application/json": components["schemas"]["ScheduleInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
   201: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
  };
 };
 getSchedule: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
  };
 };
 deleteSchedule: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   204: {
   };
  };
 };
 changeSchedule: {
  parameters: {
   path: {
    id: string;
   };
  };
  requestBody: {
   content: {
    "application/json": components["schemas"]["ScheduleChangeInput"];
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
  };
 };
 listScheduleRuns: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
    view?: "row";
   };
   path: {
    id: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": {
      data: (components["schemas"]["RunRow"] | components["schemas"]["Run"])[];
      page: {
       nextCursor: string | null;
       hasMore: boolean;
      };
     };
    };
   };
  };
 };
 pauseSchedule: {
  parameters: {
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": components["schemas"]["ScheduleReasonInput"] | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
  };
 };
 resumeSchedule: {
  parameters: {
   path: {
    id: string;
   };
  };
  requestBody?: {
   content: {
    "application/json": components["schemas"]["ScheduleReasonInput"] | null;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
  };
 };
 triggerSchedule: {
  parameters: {
   path: {
    id: string;
   };
  };
  responses: {
   202: {
    content: {
     "application/json": components["schemas"]["ScheduleDetails"];
    };
   };
  };
 };
 importArtifact: {
  requestBody: {
   content: {
    "application/json": components["schemas"]["ImportArtifactInput"];
   };
  };
  responses: {
   201: {
    content: {
     "application/json": components["schemas"]["Artifact"];
    };
   };
  };
 };
 getArtifact: {
  parameters: {
   query?: {
    view?: "page";
   };
   path: {
    aid: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["ArtifactPage"] | components["schemas"]["Artifact"];
    };
   };
  };
 };
 getArtifactContent: {
  parameters: {
   path: {
    aid: string;
   };
  };
  responses: {
   200: {
    content: {
     "*/*": unknown;
    };
   };
   304: {
   };
  };
 };
 getLineage: {
  parameters: {
   path: {
    aid: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Lineage"];
    };
   };
  };
 };
 getDiff: {
  parameters: {
   path: {
    aid: string;
    other: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Diff"];
    };
   };
  };
 };
 adviseRetries: {
  parameters: {
   query: {
    delta: number;
    steps: number;
    epsilon: number;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Advice"];
    };
   };
  };
 };
 getStatistics: {
  parameters: {
   query?: {
    createdAfter?: string;
    createdBefore?: string;
    status?: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
    workflow?: string;
    tag?: string;
    limit?: number;
    cursor?: string;
    model?: string;
    version?: number;
   };
  };
  responses: {
   200: {
    content: {
     "application/json": components["schemas"]["Stats"];
    };
   };
  };
 };
 exportAttempts: {
  parameters: {
   query?: {
    createdAfter?: string;
    createdBefore?: string;
    status?: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
    workflow?: string;
    tag?: string;
   };
  };
  responses: {
   200: {
    content: {
     "application/jsonl": unknown;
    };
   };
  };
 };
}
