/** What the API reference calls an operation. */
interface Operation {
  /** Under which name generated clients call it; it never changes. */
  readonly id: string;
  /** One line. */
  readonly summary: string;
}

/** The tags in the order of the reference's pages. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'workflows', description: 'Definitions: publish, check, read.' },
  { name: 'runs', description: 'Start runs and look at them.' },
  { name: 'control', description: 'Steer a run under way. Each call is safe to repeat.' },
  { name: 'escalations', description: 'The questions that runs ask people, and their decisions.' },
  { name: 'schedules', description: 'What is started again and again.' },
  { name: 'steps', description: 'The steps of a run and their attempts, with prompt, usage and verdict.' },
  { name: 'events', description: 'The event log of a run, in pages or as a stream.' },
  { name: 'artifacts', description: 'What runs have made or were given.' },
  { name: 'catalogues', description: 'What a definition may name.' },
  { name: 'learning', description: 'What runs teach: figures, advice, examples.' },
  { name: 'session', description: 'Who asks and what for; signing in and out at a browser.' },
  { name: 'health', description: 'Whether the service is alive and ready, and its figures.' },
];

/** Every operation of the OpenAPI document, by method and address (api 1). */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /v1/workflows': { id: 'publishWorkflow', summary: 'Publish a definition, in JSON or YAML' },
  'POST /v1/workflows/validate': { id: 'validateWorkflow', summary: 'Check a definition without publishing it' },
  'GET /v1/workflows': { id: 'listWorkflows', summary: 'List the published definitions' },
  'GET /v1/workflows/{name}': { id: 'getWorkflow', summary: 'Read the newest version of a definition' },
  'GET /v1/workflows/{name}/versions/{version}': {
    id: 'getWorkflowVersion',
    summary: 'Read one version of a definition',
  },
  'POST /v1/workflows/graph': {
    id: 'drawDraft',
    summary: 'Read or draw the graph of a definition that is not published',
  },
  'GET /v1/workflows/{name}/versions/{version}/graph': {
    id: 'getWorkflowGraph',
    summary: 'Read or draw the graph of a version of a definition',
  },
  'GET /v1/workflows/{name}/versions/{version}/diff/{other}': {
    id: 'getWorkflowDiff',
    summary: 'Compare two versions of a definition line by line',
  },
  'GET /v1/schemas/workflow': { id: 'getWorkflowSchema', summary: 'Read the JSON Schema of definitions' },
  'POST /v1/runs': { id: 'startRun', summary: 'Start a run of a published definition, or of one brought along' },
  'GET /v1/runs': { id: 'listRuns', summary: 'List runs, newest first' },
  'GET /v1/runs/{id}': { id: 'getRun', summary: 'Read how a run stands' },
  'GET /v1/runs/{id}/overview': {
    id: 'getOverview',
    summary: 'Read all that a page about a run begins with, or follow what changes in it as a stream',
  },
  'GET /v1/runs/{id}/report': {
    id: 'getReport',
    summary: 'Read all of a run as one file, for readers without the service',
  },
  'GET /v1/feed': { id: 'followRuns', summary: 'Follow what changes in all runs and questions as a stream' },
  'POST /v1/runs/{id}/fork': {
    id: 'forkRun',
    summary: 'Start a new run that makes a step and all that depends on it again, and reuses the rest',
  },
  'GET /v1/runs/{id}/result': { id: 'getResult', summary: 'Read what a run has made, or wait for it' },
  'GET /v1/runs/{id}/definition': { id: 'getRunDefinition', summary: 'Read the definition that a run goes by now' },
  'GET /v1/runs/{id}/state': { id: 'getState', summary: 'Read the exact control state of a run' },
  'GET /v1/runs/{id}/trace': { id: 'getTrace', summary: 'Read the actions of a run in order' },
  'GET /v1/runs/{id}/corrections': { id: 'listCorrections', summary: 'List the redirects of a run' },
  'GET /v1/runs/{id}/trail': { id: 'listTrail', summary: 'List what a run has chosen, won and given up' },
  'GET /v1/runs/{id}/bindings': { id: 'listBindings', summary: 'List what the steps of a run have established' },
  'GET /v1/runs/{id}/graph': { id: 'getGraph', summary: 'Read or draw the graph of a run as it stands' },
  'GET /v1/runs/{id}/artifacts': { id: 'listArtifacts', summary: 'List the artifacts of a run' },
  'GET /v1/runs/{id}/why': { id: 'getWhy', summary: 'Read in plain words how the state of a run came about' },
  'GET /v1/runs/{id}/budget': { id: 'getBudget', summary: 'Read what a run may use and has used' },
  'PATCH /v1/runs/{id}/budget': { id: 'setBudget', summary: 'Raise or lower the limits of a run' },
  'GET /v1/runs/{id}/steps': { id: 'listSteps', summary: 'List the steps of a run' },
  'GET /v1/runs/{id}/steps/{step}': { id: 'getStep', summary: 'Read how a step stands' },
  'GET /v1/runs/{id}/steps/{step}/attempts': { id: 'listStepAttempts', summary: 'List the attempts of a step' },
  'GET /v1/runs/{id}/steps/{step}/attempts/{n}': {
    id: 'getAttempt',
    summary: 'Read one attempt: context, prompt, model, usage, verdict',
  },
  'GET /v1/runs/{id}/steps/{step}/attempts/{n}/compare/{m}': {
    id: 'compareAttempts',
    summary: 'Compare two attempts of a step: verdicts, text by word, prompt by section, figures',
  },
  'GET /v1/runs/{id}/steps/{step}/attempts/{n}/text': {
    id: 'followText',
    summary: 'Follow the text of an attempt as it is made, as a stream',
  },
  'GET /v1/runs/{id}/attempts': { id: 'listAttempts', summary: 'List the attempts of all steps of a run' },
  'GET /v1/runs/{id}/events': { id: 'listEvents', summary: 'Read the event log of a run, or follow it as a stream' },
  'POST /v1/runs/{id}/stop': {
    id: 'stopRun',
    summary: 'Stop a run, at once or after the attempt in flight; it can be resumed',
  },
  'POST /v1/runs/{id}/pause': { id: 'pauseRun', summary: 'Let the attempts in flight finish and start none' },
  'POST /v1/runs/{id}/resume': { id: 'resumeRun', summary: 'Go on after a pause or a stop' },
  'POST /v1/runs/{id}/terminate': { id: 'terminateRun', summary: 'End a run for good' },
  'POST /v1/runs/{id}/redirect': {
    id: 'redirectRun',
    summary: 'Correct a run under way: its objective, graph, constraints or bindings',
  },
  'PUT /v1/runs/{id}/alignment': {
    id: 'alignRun',
    summary: 'Say what a run is for, when it is complete, and how it begins',
  },
  'POST /v1/runs/{id}/alignment/propose': {
    id: 'proposeAlignment',
    summary: 'Let a model draft what the run is for; a person confirms the draft',
  },
  'POST /v1/runs/{id}/start': {
    id: 'beginRun',
    summary: 'Start a run whose objective is agreed on; the body is {} or left out',
  },
  'GET /v1/escalations': { id: 'listEscalations', summary: 'List the questions to people, over all runs' },
  'GET /v1/escalations/{eid}': { id: 'getEscalation', summary: 'Read a question with its evidence' },
  'POST /v1/escalations/{eid}/decision': { id: 'decideEscalation', summary: 'Decide a question' },
  'GET /v1/endpoints': {
    id: 'listEndpoints',
    summary: 'List the endpoints of models: whether they are there, and what waits for them',
  },
  'GET /v1/endpoints/{name}': {
    id: 'getEndpoint',
    summary: 'Read about an endpoint: whether it is there, its keys, its last fault, what its models take',
  },
  'GET /v1/caps': {
    id: 'listCaps',
    summary: 'List the caps on what all runs spend: used, reserved and remaining, and when each window turns',
  },
  'POST /v1/endpoints/{name}/retry': {
    id: 'retryEndpoint',
    summary: 'Retry every open question that faults of an endpoint led to',
  },
  'POST /v1/schedules': { id: 'createSchedule', summary: 'Start a workflow again and again' },
  'GET /v1/schedules': { id: 'listSchedules', summary: 'List the schedules by their ids' },
  'GET /v1/schedules/{id}': {
    id: 'getSchedule',
    summary: 'Read a schedule: when it fires next, what is open, what was refused',
  },
  'PATCH /v1/schedules/{id}': { id: 'changeSchedule', summary: 'Change a schedule; what is not named stays' },
  'DELETE /v1/schedules/{id}': { id: 'deleteSchedule', summary: 'Delete a schedule; what it has started goes on' },
  'POST /v1/schedules/{id}/trigger': { id: 'triggerSchedule', summary: 'Fire a schedule now' },
  'POST /v1/schedules/{id}/pause': { id: 'pauseSchedule', summary: 'Let a schedule fire no more until it is resumed' },
  'POST /v1/schedules/{id}/resume': { id: 'resumeSchedule', summary: 'Let a schedule fire again' },
  'GET /v1/schedules/{id}/runs': { id: 'listScheduleRuns', summary: 'List the runs of a schedule, newest first' },
  'POST /v1/artifacts': { id: 'importArtifact', summary: 'Store a text, for runs to be started with' },
  'GET /v1/artifacts/{aid}': { id: 'getArtifact', summary: 'Read about an artifact' },
  'GET /v1/artifacts/{aid}/content': { id: 'getArtifactContent', summary: 'Read the content of an artifact' },
  'GET /v1/artifacts/{aid}/lineage': { id: 'getLineage', summary: 'Read what an artifact was made from' },
  'GET /v1/artifacts/{aid}/diff/{other}': { id: 'getDiff', summary: 'Compare two artifacts line by line' },
  'GET /v1/guards': { id: 'listGuards', summary: 'List the guards, with the schema of their options' },
  'GET /v1/generators': { id: 'listGenerators', summary: 'List the kinds of generators' },
  'GET /v1/models': { id: 'listModels', summary: 'List the models that the endpoints offer' },
  'GET /v1/advisor/rmax': { id: 'adviseRetries', summary: 'Calculate the attempts that a reliability needs' },
  'GET /v1/stats': { id: 'getStatistics', summary: 'Read what happened so far, by step and guard' },
  'GET /v1/export/attempts': { id: 'exportAttempts', summary: 'Export labelled attempts, one a line' },
  'POST /v1/session': { id: 'signIn', summary: 'Begin a session with a key: a cookie for browsers' },
  'GET /v1/session': { id: 'getSession', summary: 'Read who asks, and what they may do' },
  'DELETE /v1/session': { id: 'signOut', summary: 'End the session' },
  'GET /v1/me': { id: 'getMe', summary: 'Read who asks, and what they may do' },
  'GET /healthz': { id: 'getHealth', summary: 'Whether the process is alive' },
  'GET /readyz': { id: 'getReadiness', summary: 'Whether a run can be started, with each part named' },
  'GET /metrics': { id: 'getMetrics', summary: "Prometheus' figures" },
};
