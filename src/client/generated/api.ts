// Generated from the OpenAPI document: `npm run client`. Do not edit.
export interface paths {
 "/v1/session": {
  /** Read who asks, and what they may do */
  get: {
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Principal"];
     };
    };
   };
  };
  /** Begin a session with a key: a cookie for browsers */
  post: {
   requestBody: {
    content: {
     "application/json": {
      /** @description the key; it is not kept */
      key: string;
      /** @description of a form: where to go then, a path of this service */
      to?: string;
     };
    };
   };
   responses: {
    /** @description authentication is off: no key is needed, and no session is begun */
    200: {
     content: {
      "application/json": components["schemas"]["Principal"];
     };
    };
    /** @description Created; Location says where it is */
    201: {
     content: {
      "application/json": components["schemas"]["Principal"];
     };
    };
    /** @description of a form: to where it asked for, or back to sign in with `problem=wrong-key` */
    303: {
    };
   };
  };
  /** End the session */
  delete: {
   responses: {
    /** @description signed out */
    204: {
    };
   };
  };
 };
 "/v1/me": {
  /** Read who asks, and what they may do */
  get: {
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Principal"];
     };
    };
   };
  };
 };
 "/healthz": {
  /** Whether the process is alive */
  get: {
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": {
       /** @enum {string} */
       status: "ok";
      };
     };
    };
   };
  };
 };
 "/readyz": {
  /** Whether a run can be started, with each part named */
  get: {
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Ready"];
     };
    };
   };
  };
 };
 "/metrics": {
  /** Prometheus' figures */
  get: {
   responses: {
    /** @description Done */
    200: {
     content: {
      "text/plain": string;
     };
    };
   };
  };
 };
 "/v1/workflows": {
  /** List the published definitions */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
     /** @description row: at most 600 bytes of each */
     view?: "row";
     /** @description true: also the definitions that come with dsap, as long as nobody has published others under their names */
     bundled?: "true" | "false";
    };
   };
   responses: {
    /** @description Done */
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
  /** Publish a definition, in JSON or YAML */
  post: {
   parameters: {
    query?: {
     /** @description of a state machine whose document names none (R53) */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["PublishedDefinition"];
     };
    };
    /** @description Created; Location says where it is */
    201: {
     content: {
      "application/json": components["schemas"]["PublishedDefinition"];
     };
    };
   };
  };
 };
 "/v1/workflows/validate": {
  /** Check a definition without publishing it */
  post: {
   parameters: {
    query?: {
     /** @description of a state machine whose document names none (R53) */
     name?: string;
     /** @description with its graph, as `POST /v1/workflows/graph` answers it */
     graph?: "json";
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ValidDefinition"];
     };
    };
   };
  };
 };
 "/v1/workflows/graph": {
  /** Read or draw the graph of a definition that is not published */
  post: {
   parameters: {
    query?: {
     /** @description of a state machine whose document names none (R53) */
     name?: string;
     format?: "json" | "mermaid" | "svg";
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
    /** @description The graph, in the format asked for */
    200: {
     content: {
      "application/json": components["schemas"]["DefinitionGraph"];
      "text/plain": string;
      "image/svg+xml": string;
     };
    };
   };
  };
 };
 "/v1/workflows/{name}": {
  /** Read the newest version of a definition */
  get: {
   parameters: {
    query?: {
     format?: "json" | "yaml";
     /** @description page: with the newest version, and its steps as a run will have them */
     view?: "page";
    };
    path: {
     name: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["DefinitionPage"] | components["schemas"]["Definition"];
      "application/yaml": Record<string, never>;
     };
    };
   };
  };
 };
 "/v1/workflows/{name}/versions/{version}": {
  /** Read one version of a definition */
  get: {
   parameters: {
    query?: {
     format?: "json" | "yaml";
     /** @description page: with the newest version, and its steps as a run will have them */
     view?: "page";
    };
    path: {
     name: string;
     version: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["DefinitionPage"] | components["schemas"]["Definition"];
      "application/yaml": Record<string, never>;
     };
    };
   };
  };
 };
 "/v1/workflows/{name}/versions/{version}/graph": {
  /** Read or draw the graph of a version of a definition */
  get: {
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
    /** @description The graph, in the format asked for */
    200: {
     content: {
      "application/json": components["schemas"]["DefinitionGraph"];
      "text/plain": string;
      "image/svg+xml": string;
     };
    };
    /** @description Not modified */
    304: {
    };
   };
  };
 };
 "/v1/workflows/{name}/versions/{version}/diff/{other}": {
  /** Compare two versions of a definition line by line */
  get: {
   parameters: {
    path: {
     name: string;
     version: string;
     other: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Diff"];
     };
    };
   };
  };
 };
 "/v1/schemas/workflow": {
  /** Read the JSON Schema of definitions */
  get: {
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": {
       [key: string]: unknown;
      };
     };
    };
   };
  };
 };
 "/v1/guards": {
  /** List the guards, with the schema of their options */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
    };
   };
   responses: {
    /** @description Done */
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
 };
 "/v1/generators": {
  /** List the kinds of generators */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
    };
   };
   responses: {
    /** @description Done */
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
 };
 "/v1/models": {
  /** List the models that the endpoints offer */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": {
       data: components["schemas"]["ModelRow"][];
       page: {
        nextCursor: string | null;
        hasMore: boolean;
       };
       /** @enum {string} */
       object: "list";
      };
     };
    };
   };
  };
 };
 "/v1/runs": {
  /** List runs, newest first */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
     createdAfter?: string;
     createdBefore?: string;
     status?: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
     workflow?: string;
     tag?: string;
     /** @description a text in the id, the name of the workflow or a tag; capitals do not matter */
     q?: string;
     /** @description row: at most 600 bytes of each */
     view?: "row";
    };
   };
   responses: {
    /** @description Done */
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
  /** Start a run of a published definition, or of one brought along */
  post: {
   requestBody: {
    content: {
     "application/json": components["schemas"]["StartRunInput"];
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["StartedRun"];
     };
    };
    /** @description Created; Location says where it is */
    201: {
     content: {
      "application/json": components["schemas"]["StartedRun"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/fork": {
  /** Start a new run that makes a step and all that depends on it again, and reuses the rest */
  post: {
   parameters: {
    query?: {
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Run"] | components["schemas"]["Preview"];
     };
    };
    /** @description Created; Location says where it is */
    201: {
     content: {
      "application/json": components["schemas"]["Run"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}": {
  /** Read how a run stands */
  get: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Run"];
     };
    };
    /** @description Not modified */
    304: {
    };
   };
  };
 };
 "/v1/runs/{id}/result": {
  /** Read what a run has made, or wait for it */
  get: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
    };
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Result"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["Result"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/state": {
  /** Read the exact control state of a run */
  get: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ControlState"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/trace": {
  /** Read the actions of a run in order */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/corrections": {
  /** List the redirects of a run */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/trail": {
  /** List what a run has chosen, won and given up */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/bindings": {
  /** List what the steps of a run have established */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/definition": {
  /** Read the definition that a run goes by now */
  get: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["RunDefinition"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/graph": {
  /** Read or draw the graph of a run as it stands */
  get: {
   parameters: {
    query?: {
     format?: "json" | "mermaid" | "svg";
    };
    path: {
     id: string;
    };
   };
   responses: {
    /** @description The graph, in the format asked for */
    200: {
     content: {
      "application/json": components["schemas"]["Graph"];
      "text/plain": string;
      "image/svg+xml": string;
     };
    };
    /** @description Not modified */
    304: {
    };
   };
  };
 };
 "/v1/runs/{id}/artifacts": {
  /** List the artifacts of a run */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/why": {
  /** Read in plain words how the state of a run came about */
  get: {
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Why"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/steps": {
  /** List the steps of a run */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/steps/{step}": {
  /** Read how a step stands */
  get: {
   parameters: {
    path: {
     id: string;
     step: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Step"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/steps/{step}/attempts": {
  /** List the attempts of a step */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
     /** @description row: at most 600 bytes of each */
     view?: "row";
     /** @description which come first; the oldest when left out */
     order?: "oldest" | "newest";
    };
    path: {
     id: string;
     step: string;
    };
   };
   responses: {
    /** @description Done */
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
 };
 "/v1/runs/{id}/steps/{step}/attempts/{n}": {
  /** Read one attempt: context, prompt, model, usage, verdict */
  get: {
   parameters: {
    path: {
     id: string;
     step: string;
     n: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Attempt"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/attempts": {
  /** List the attempts of all steps of a run */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/steps/{step}/attempts/{n}/compare/{m}": {
  /** Compare two attempts of a step: verdicts, text by word, prompt by section, figures */
  get: {
   parameters: {
    query?: {
     /** @description the run that the second attempt is of; left out: the same */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Comparison"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/events": {
  /** Read the event log of a run, or follow it as a stream */
  get: {
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
    /** @description Done */
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
 };
 "/v1/runs/{id}/overview": {
  /** Read all that a page about a run begins with, or follow what changes in it as a stream */
  get: {
   parameters: {
    query?: {
     /** @description of a stream, where no Last-Event-ID is sent: the revision that the client has */
     after?: number;
     /** @description of a stream: also what the attempts under way are writing, as events chunk */
     text?: "true" | "false";
    };
    path: {
     id: string;
    };
   };
   responses: {
    /** @description The overview, or as an event stream what changes in it: rows run, step, attempt, question, why; chunk {step, epoch, attempt, n, offset, text} */
    200: {
     content: {
      "application/json": components["schemas"]["Overview"];
      "text/event-stream": string;
     };
    };
    /** @description Not modified */
    304: {
    };
   };
  };
 };
 "/v1/runs/{id}/steps/{step}/attempts/{n}/text": {
  /** Follow the text of an attempt as it is made, as a stream */
  get: {
   parameters: {
    query?: {
     /** @description where no Last-Event-ID is sent: the id that the client has, the byte from which it reads on */
     after?: string;
    };
    path: {
     id: string;
     step: string;
     n: string;
    };
   };
   responses: {
    /** @description The text as it is made: events chunk {offset, text}, reset {offset} where another execution begins it anew, end {finishReason, artifactId, cut?} */
    200: {
     content: {
      "text/event-stream": string;
     };
    };
   };
  };
 };
 "/v1/runs/{id}/report": {
  /** Read all of a run as one file, for readers without the service */
  get: {
   parameters: {
    query?: {
     format?: "html" | "md";
    };
    path: {
     id: string;
    };
   };
   responses: {
    /** @description The report; what does not fit into 8 MiB is left out, and counted in it */
    200: {
     content: {
      "text/html": string;
      "text/markdown": string;
     };
    };
    /** @description Not modified */
    304: {
    };
   };
  };
 };
 "/v1/feed": {
  /** Follow what changes in all runs and questions as a stream */
  get: {
   parameters: {
    query?: {
     /** @description of a stream, where no Last-Event-ID is sent: the id that the client has */
     after?: string;
    };
   };
   responses: {
    /** @description Where to follow from, or as an event stream what changes: rows run and question; reset: read all anew */
    200: {
     content: {
      "application/json": components["schemas"]["FeedStart"];
      "text/event-stream": string;
     };
    };
   };
  };
 };
 "/v1/runs/{id}/stop": {
  /** Stop a run, at once or after the attempt in flight; it can be resumed */
  post: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/pause": {
  /** Let the attempts in flight finish and start none */
  post: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/resume": {
  /** Go on after a pause or a stop */
  post: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/terminate": {
  /** End a run for good */
  post: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/redirect": {
  /** Correct a run under way: its objective, graph, constraints or bindings */
  post: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"] | components["schemas"]["Preview"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["ControlAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/alignment": {
  /** Say what a run is for, when it is complete, and how it begins */
  put: {
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["AlignmentAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/alignment/propose": {
  /** Let a model draft what the run is for; a person confirms the draft */
  post: {
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
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["AlignmentAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/start": {
  /** Start a run whose objective is agreed on; the body is {} or left out */
  post: {
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["AlignmentAnswer"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["AlignmentAnswer"];
     };
    };
   };
  };
 };
 "/v1/runs/{id}/budget": {
  /** Read what a run may use and has used */
  get: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Budget"];
     };
    };
   };
  };
  /** Raise or lower the limits of a run */
  patch: {
   parameters: {
    query?: {
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Budget"] | components["schemas"]["Preview"];
     };
    };
   };
  };
 };
 "/v1/escalations": {
  /** List the questions to people, over all runs */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
     status?: "open" | "decided" | "expired" | "withdrawn";
     runId?: string;
     kind?: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
     /** @description who may answer: questions that name this person, or nobody; `me` is whoever asks. A page may be shorter than its limit */
     assignee?: string;
     /** @description which come first: the newest, also when left out; by urgency those that expire first, then the oldest */
     order?: "newest" | "urgency";
     /** @description row: at most 600 bytes of each */
     view?: "row";
    };
   };
   responses: {
    /** @description Done */
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
 };
 "/v1/escalations/{eid}": {
  /** Read a question with its evidence */
  get: {
   parameters: {
    query?: {
     view?: "page";
    };
    path: {
     eid: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["EscalationPage"] | components["schemas"]["Escalation"];
     };
    };
   };
  };
 };
 "/v1/escalations/{eid}/decision": {
  /** Decide a question */
  post: {
   parameters: {
    query?: {
     /** @description 30s or PT30S; at most a minute */
     wait?: string;
     /** @description true: nothing is changed or stored; the answer tells what would happen */
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Escalation"] | components["schemas"]["Preview"];
     };
    };
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["Escalation"];
     };
    };
   };
  };
 };
 "/v1/endpoints": {
  /** List the endpoints of models: whether they are there, and what waits for them */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": {
       data: components["schemas"]["Endpoint"][];
       page: {
        nextCursor: string | null;
        hasMore: boolean;
       };
      };
     };
    };
   };
  };
 };
 "/v1/endpoints/{name}": {
  /** Read about an endpoint: whether it is there, its keys, its last fault, what its models take */
  get: {
   parameters: {
    path: {
     name: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Endpoint"];
     };
    };
   };
  };
 };
 "/v1/caps": {
  /** List the caps on what all runs spend: used, reserved and remaining, and when each window turns */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": {
       data: components["schemas"]["Cap"][];
       page: {
        nextCursor: string | null;
        hasMore: boolean;
       };
      };
     };
    };
   };
  };
 };
 "/v1/endpoints/{name}/retry": {
  /** Retry every open question that faults of an endpoint led to */
  post: {
   parameters: {
    path: {
     name: string;
    };
   };
   requestBody?: {
    content: {
     "application/json": {
      /** @description say which questions, and change nothing */
      dryRun?: boolean;
      comment?: string;
     } | null;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["RetriedQuestions"];
     };
    };
   };
  };
 };
 "/v1/schedules": {
  /** List the schedules by their ids */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
    };
   };
   responses: {
    /** @description Done */
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
  /** Start a workflow again and again */
  post: {
   requestBody: {
    content: {
     "application/json": components["schemas"]["ScheduleInput"];
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
    /** @description Created; Location says where it is */
    201: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
   };
  };
 };
 "/v1/schedules/{id}": {
  /** Read a schedule: when it fires next, what is open, what was refused */
  get: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
   };
  };
  /** Delete a schedule; what it has started goes on */
  delete: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description gone; what it has started goes on */
    204: {
    };
   };
  };
  /** Change a schedule; what is not named stays */
  patch: {
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
   };
  };
 };
 "/v1/schedules/{id}/runs": {
  /** List the runs of a schedule, newest first */
  get: {
   parameters: {
    query?: {
     limit?: number;
     cursor?: string;
     /** @description row: at most 600 bytes of each */
     view?: "row";
    };
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Done */
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
 };
 "/v1/schedules/{id}/pause": {
  /** Let a schedule fire no more until it is resumed */
  post: {
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
   };
  };
 };
 "/v1/schedules/{id}/resume": {
  /** Let a schedule fire again */
  post: {
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
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
   };
  };
 };
 "/v1/schedules/{id}/trigger": {
  /** Fire a schedule now */
  post: {
   parameters: {
    path: {
     id: string;
    };
   };
   responses: {
    /** @description Accepted, and not settled yet */
    202: {
     content: {
      "application/json": components["schemas"]["ScheduleDetails"];
     };
    };
   };
  };
 };
 "/v1/artifacts": {
  /** Store a text, for runs to be started with */
  post: {
   requestBody: {
    content: {
     "application/json": components["schemas"]["ImportArtifactInput"];
    };
   };
   responses: {
    /** @description Created; Location says where it is */
    201: {
     content: {
      "application/json": components["schemas"]["Artifact"];
     };
    };
   };
  };
 };
 "/v1/artifacts/{aid}": {
  /** Read about an artifact */
  get: {
   parameters: {
    query?: {
     /** @description page: with the beginning of its text */
     view?: "page";
    };
    path: {
     aid: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["ArtifactPage"] | components["schemas"]["Artifact"];
     };
    };
   };
  };
 };
 "/v1/artifacts/{aid}/content": {
  /** Read the content of an artifact */
  get: {
   parameters: {
    path: {
     aid: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "*/*": unknown;
     };
    };
    /** @description Not modified */
    304: {
    };
   };
  };
 };
 "/v1/artifacts/{aid}/lineage": {
  /** Read what an artifact was made from */
  get: {
   parameters: {
    path: {
     aid: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Lineage"];
     };
    };
   };
  };
 };
 "/v1/artifacts/{aid}/diff/{other}": {
  /** Compare two artifacts line by line */
  get: {
   parameters: {
    path: {
     aid: string;
     other: string;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Diff"];
     };
    };
   };
  };
 };
 "/v1/advisor/rmax": {
  /** Calculate the attempts that a reliability needs */
  get: {
   parameters: {
    query: {
     /** @description δ: how probable it must be that every step passes */
     delta: number;
     /** @description K: the steps in a row */
     steps: number;
     /** @description ε: how probable a pass is at a single attempt */
     epsilon: number;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Advice"];
     };
    };
   };
  };
 };
 "/v1/stats": {
  /** Read what happened so far, by step and guard */
  get: {
   parameters: {
    query?: {
     createdAfter?: string;
     createdBefore?: string;
     status?: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
     workflow?: string;
     tag?: string;
     limit?: number;
     cursor?: string;
     /** @description runs in which this model made an artifact */
     model?: string;
     version?: number;
    };
   };
   responses: {
    /** @description Done */
    200: {
     content: {
      "application/json": components["schemas"]["Stats"];
     };
    };
   };
  };
 };
 "/v1/export/attempts": {
  /** Export labelled attempts, one a line */
  get: {
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
    /** @description One Example a line */
    200: {
     content: {
      "application/jsonl": unknown;
     };
    };
   };
  };
 };
}
export interface components {
 schemas: {
  Advice: {
   rMax: number;
   attempts: number;
   delta: number;
   steps: number;
   epsilon: number;
  };
  AgentProvenance: {
   name: string;
   iterations: number;
   turns?: {
    turn: number;
    answeredBy?: string;
    price?: string;
   }[];
   tools: {
    name: string;
    ok: boolean;
    error?: string;
   }[];
   finalState?: unknown;
  };
  AlignmentAnswer: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   changed: boolean;
   missing: string[];
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
  AnswerOption: {
   action: "approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort";
   label: string;
   primary: boolean;
   consequence: string;
   wordless?: {
    label: string;
    consequence: string;
   };
   resets: string[];
   each?: {
    step: string;
    resets: string[];
   }[];
   generations: number;
   endsRun: "yes" | "no" | "depends";
   on?: string[];
   why?: string[];
   over?: string[];
   fields: {
    name: string;
    required: boolean;
    values?: string[];
    chosen?: string;
   }[];
  };
  AnsweredRoute: {
   name: string;
   entry: string;
   passedOver: {
    entry: string;
    reason: "outage" | "limit" | "quota";
    why: string;
   }[];
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
   absent?: {
    [key: string]: string;
   };
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
   absent?: {
    [key: string]: string;
   };
   createdAt: string;
   text: string;
   cut: boolean;
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
   route?: components["schemas"]["AnsweredRoute"];
   answeredBy?: string;
   price?: string;
   warnings?: {
    code: "other_model" | "prompt_truncated" | "passed_over";
    text: string;
   }[];
   parameters?: unknown;
   usage: components["schemas"]["Usage"];
   rawUsage?: unknown;
   finishReason: string | null;
   rawFinishReason?: string;
   answer?: string;
   beside?: {
    [key: string]: unknown;
   };
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
   absent?: {
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
   leaves?: components["schemas"]["LeafOfGuard"][];
   faults: {
    at: string;
    phase: string;
    detail: string;
    partial?: string;
   }[];
   startedAt: string;
   endedAt: string | null;
  };
  AttemptRow: {
   step: string;
   epoch: number;
   attempt: number;
   n: number | null;
   status: "pending" | "accepted" | "rejected" | "superseded" | "discarded" | "waived";
   source: string | null;
   model: string | null;
   entry?: string;
   answeredBy?: string;
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
  Binding: {
   step: string;
   artifactId: string;
   summary: string;
   facts?: {
    [key: string]: unknown;
   };
   source: "generated" | "human" | "imported";
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
  CallUnderWay: {
   phase: "generate" | "guard" | "condition" | "verify";
   step?: string;
   attempt?: number;
   seconds?: number;
  };
  Cap: {
   name: string;
   window: "day" | "month";
   unit: "tokens" | "usd";
   tag?: string;
   workflow?: string;
   limit: number;
   used: number;
   reserved: number;
   remaining: number;
   since: string;
   until: string;
   waiting: number;
  };
  Comparison: {
   leaves: {
    path: string;
    guard: string;
    nature?: "deterministic" | "judged" | "human";
    a: {
     verdict: "pass" | "retry" | "fatal" | "asked" | "open";
     feedback: string;
     score?: number;
    } | null;
    b: {
     verdict: "pass" | "retry" | "fatal" | "asked" | "open";
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
  ConditionEvidence: {
   expression: string;
   names: {
    name: string;
    value?: unknown;
   }[];
   reasons: string[];
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
  ControlAnswer: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   changed: boolean;
  };
  ControlRequestInput: {
   reason?: string;
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
    reasoningTokens?: number;
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
  Correction: {
   id: string;
   timestamp: string;
   type: "objective_change" | "dag_adjustment" | "constraint_change" | "bindings_override" | "instruction";
   description: string;
   trailCleared: boolean;
   actor: string;
   outcome: "applied" | "dropped" | "expired";
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
  Decision: {
   action: "approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort";
   by: string;
   comment?: string;
   at: string;
   shown?: string;
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
  DefinitionGraph: {
   width: number;
   height: number;
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
    center: {
     x: number;
     y: number;
    };
    width: number;
    height: number;
   }[];
   edges: {
    from: string;
    to: string;
    optional: boolean;
    taken?: number;
    curve: {
     x: number;
     y: number;
    }[];
    label?: {
     x: number;
     y: number;
    };
   }[];
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
   needs: string[];
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
  Diff: {
   from: string;
   to: string;
   unified: string;
  };
  Endpoint: {
   name: string;
   state: "closed" | "open" | "probing";
   since?: string;
   until?: string;
   inFlight: number;
   lastFault?: {
    at: string;
    message: string;
   };
   waiting: number;
   openQuestions: number;
   keys: {
    key: string;
    state: "closed" | "open" | "probing";
    since?: string;
    until?: string;
    inFlight: number;
    lastFault?: {
     at: string;
     message: string;
    };
    retired?: {
     since: string;
     until: string;
     message: string;
    };
   }[];
   learned: {
    model: string;
    refused?: string[];
    maxTokens?: number;
    context?: number;
   }[];
   limits: {
    source: "settings" | "learned" | "presumed";
    key?: string;
    model?: string;
    requestsPerMinute?: number;
    tokensPerMinute?: number;
    concurrency?: number;
    blockedUntil?: string;
   }[];
  };
  Escalation: {
   id: string;
   runId: string;
   workflow: string;
   status: "open" | "decided" | "expired" | "withdrawn";
   kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
   endpoint?: string;
   step?: string;
   attempt?: number;
   artifactId?: string;
   artifactDigest?: string;
   question: string;
   facts?: components["schemas"]["QuestionFacts"];
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
   refusedPrompt?: components["schemas"]["RefusedPrompt"];
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
  EscalationPage: {
   id: string;
   runId: string;
   workflow: string;
   status: "open" | "decided" | "expired" | "withdrawn";
   kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
   endpoint?: string;
   step?: string;
   attempt?: number;
   artifactId?: string;
   artifactDigest?: string;
   question: string;
   facts?: components["schemas"]["QuestionFacts"];
   feedback: string;
   falseLeaves?: {
    leaf: string;
    expected: string;
    found: string;
   }[];
   refusedPrompt?: components["schemas"]["RefusedPrompt"];
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
    leaves?: components["schemas"]["LeafOfGuard"][];
   };
   artifact?: {
    id: string;
    digest: string;
    mediaType: string;
    bytes: number;
    text: string;
    cut: boolean;
   };
   became?: string;
   options: components["schemas"]["AnswerOption"][];
   withheld?: string;
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
   route?: components["schemas"]["AnsweredRoute"];
   answeredBy?: string;
   price?: string;
   warnings?: {
    code: "other_model" | "prompt_truncated" | "passed_over";
    text: string;
   }[];
   parameters?: unknown;
   usage: components["schemas"]["Usage"];
   rawUsage?: unknown;
   finishReason: string | null;
   rawFinishReason?: string;
   answer?: string;
   beside?: {
    [key: string]: unknown;
   };
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
   absent?: {
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
   leaves?: components["schemas"]["LeafOfGuard"][];
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
   rejectedBy?: string;
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
  FeedStart: {
   id: string;
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
  GeneratorRow: {
   kind: string;
   name?: string;
   title?: string;
   description?: string;
   options: components["schemas"]["OptionRow"][];
   schema: unknown;
  };
  Graph: {
   runId: string;
   width: number;
   height: number;
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
    center: {
     x: number;
     y: number;
    };
    width: number;
    height: number;
   }[];
   edges: {
    from: string;
    to: string;
    optional: boolean;
    taken?: number;
    curve: {
     x: number;
     y: number;
    }[];
    label?: {
     x: number;
     y: number;
    };
   }[];
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
  ImportArtifactInput: {
   content: string;
   mediaType?: string;
  };
  InstructionInput: {
   type?: "instruction";
   instruction: string;
   description?: string;
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
  LeafOfGuard: {
   path: string;
   leaf: string;
   guard: string;
   nature?: "deterministic" | "judged" | "human";
   options?: string;
   standing: "passed" | "asked" | "open";
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
  Lineage: {
   nodes: components["schemas"]["Artifact"][];
   edges: {
    from: string;
    to: string;
    relation: string;
   }[];
  };
  ModelRow: {
   name: string;
   endpoint?: string;
   route?: string[];
   id: string;
   object: "model";
  };
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
  OptionRow: {
   name: string;
   description?: string;
   required: boolean;
   template: boolean;
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
    reasoningTokens?: number;
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
   waiting?: components["schemas"]["Waiting"];
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
   inputLine: string;
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
   why?: string[];
   consequence: string;
   warnings: string[];
   withdraws?: {
    id: string;
    kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
    step?: string;
   }[];
   revision: number;
  };
  Principal: {
   kind: "anonymous" | "operator";
   id: string;
   name: string;
   scopes: ("definitions:read" | "definitions:write" | "runs:read" | "runs:write" | "artifacts:read" | "artifacts:write" | "escalations:read" | "escalations:decide" | "metrics:read")[];
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
  QuestionFacts: {
   guard?: string;
   attempts?: number;
   targets?: string[];
   group?: string;
   advice?: string;
   budget?: {
    name: "maxAttempts" | "maxTokens" | "maxCostUsd" | "maxDuration" | "maxParallelAgents" | "maxIterations" | "maxStall";
    used: number;
    limit: number;
   };
   swapsUsedUp?: true;
  };
  QuestionRow: {
   id: string;
   runId: string;
   workflow: string;
   status: "open" | "decided" | "expired" | "withdrawn";
   kind: "fatal" | "attempts_exhausted" | "backtracks_exhausted" | "or_exhausted" | "stalled" | "deadlock" | "infrastructure" | "internal" | "context_overflow" | "stagnated" | "input" | "approval" | "condition" | "infeasible" | "assertion" | "clarification" | "budget";
   endpoint?: string;
   step: string | null;
   question: string;
   facts?: components["schemas"]["QuestionFacts"];
   feedback?: string;
   assignees: string[];
   moreAssignees: number;
   openedAt: string;
   expiresAt: string | null;
   decided: {
    action: "approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort";
    by: string;
   } | null;
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
  RedirectRequestInput: components["schemas"]["ObjectiveChangeInput"] | components["schemas"]["DagAdjustmentInput"] | components["schemas"]["ConstraintChangeInput"] | components["schemas"]["BindingsOverrideInput"] | components["schemas"]["InstructionInput"];
  RefusedPrompt: {
   epoch: number;
   attempt: number;
   step: string;
   model: string | null;
   filter: string;
   passed: {
    epoch: number;
    attempt: number;
    model: string | null;
   } | null;
   sections: {
    role: string;
    heading: string | null;
    isWhole: boolean;
    text: string;
    cut: boolean;
   }[];
   leftOut: number;
  };
  Result: {
   runId: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   missing: {
    step: string;
    reason: string;
   }[];
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
  RetriedQuestions: {
   dryRun: boolean;
   questions: {
    id: string;
    runId: string;
   }[];
   failed: {
    id: string;
    runId: string;
    detail: string;
   }[];
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
    reasoningTokens?: number;
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
   waiting?: components["schemas"]["Waiting"];
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
  RunRow: {
   id: string;
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   workflow: {
    name: string;
    version: number;
   };
   step: string | null;
   sentence: string;
   retrying?: true;
   waiting?: components["schemas"]["Waiting"];
   needsWorker?: true;
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
   changedAt: string;
   revision: number;
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
   warnings: components["schemas"]["Issue"][];
   openRuns: string[];
   failures: components["schemas"]["ScheduleFailure"][];
  };
  ScheduleFailure: {
   at: string;
   status: number;
   code: string;
   detail: string;
   errors?: components["schemas"]["Issue"][];
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
  ScheduleReasonInput: {
   reason?: string;
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
  Share: {
   successes: number;
   trials: number;
   estimate: number | null;
   low: number;
   high: number;
  };
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
    reasoningTokens?: number;
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
   waiting?: components["schemas"]["Waiting"];
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
    reasoningTokens?: number;
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
  Step: {
   id: string;
   title?: string;
   role: string;
   status: "unsatisfied" | "satisfied" | "fatal" | "waived";
   choice?: "untried" | "trying" | "won" | "failed" | "lost";
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
  StopRequestInput: {
   reason?: string;
   mode?: "now" | "after_attempt";
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
  TrailEntry: {
   seq: number;
   epoch: number;
   type: string;
   orGroup?: string;
   selected?: string;
   reason?: string;
   timestamp: string;
  };
  Usage: {
   inputTokens: number;
   cachedTokens: number;
   outputTokens: number;
   reasoningTokens?: number;
   costUsd: number | null;
   llmCalls: number;
   estimated?: true;
  };
  ValidDefinition: {
   valid: true;
   bound: {
    generations: number;
   };
   warnings: components["schemas"]["Issue"][];
   graph?: components["schemas"]["DefinitionGraph"];
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
  Waiting: {
   reason: "outage" | "limit" | "cap";
   endpoint?: string;
   cap?: string;
   since: string;
   until: string;
  };
  Why: {
   status: "awaiting_alignment" | "running" | "paused" | "escalated" | "budget_exceeded" | "stopped" | "completed" | "failed" | "cancelled" | "terminated";
   summary: string;
   missing?: {
    step: string;
    reason: string;
   }[];
   warnings?: {
    step?: string;
    text: string;
   }[];
   retrying?: true;
   waiting?: components["schemas"]["Waiting"];
   needsWorker?: true;
   chain: {
    seq: number;
    at: string;
    because: string;
    repeatsAttempt?: true;
   }[];
   refusedPrompt?: components["schemas"]["RefusedPrompt"];
   next: {
    who: "engine" | "person";
    kind: "answer" | "expire" | "generate" | "judge" | "check_condition" | "start_step" | "resume" | "begin" | "interpret" | "pause" | "retry" | "continue" | "restore";
    action: string;
    step?: string;
    question?: string;
    allowedActions?: ("approve" | "reject" | "amend" | "retry" | "redo" | "skip" | "raise" | "abort")[];
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
