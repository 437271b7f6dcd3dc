/** What each role hands back, as structured summaries and never as raw logs (seed 001 7.4, 7.5, R40). */
import type { StepDefinition } from '../definition/definition.ts';

/** Of a path within the workspace: neither empty, `.` nor `..`; without look-around, which the linear-time engine does not know. */
const PART = String.raw`(?:[^/.][^/]*|\.[^/.][^/]*|\.\.[^/]+)`;

const said = { type: ['string', 'array', 'object'] };
const file = {
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string', pattern: `^${PART}(?:/${PART})*$`, maxLength: 500 },
        content: { type: 'string' },
      },
    },
  ],
};

const SCHEMAS = {
  probe: {
    type: 'object',
    required: ['feasible', 'findings', 'cost_estimate'],
    properties: { feasible: { type: 'boolean' }, findings: said, cost_estimate: {} },
  },
  worker: {
    type: 'object',
    required: ['success', 'bindings_delta', 'artifacts'],
    properties: {
      success: { const: true },
      bindings_delta: { type: 'object' },
      artifacts: { type: 'array', items: file },
    },
  },
  verifier: {
    type: 'object',
    required: ['passed', 'evidence', 'failures'],
    properties: { passed: { type: 'boolean' }, evidence: said, failures: said },
  },
} as const;

/** The schema that a role's output must fit; undefined where no role is written. */
function roleSchema({ role }: Pick<StepDefinition, 'role'>): unknown {
  return role === undefined ? undefined : SCHEMAS[role];
}

/** What a step's output must be like: as written, and as its role asks (R40). */
export function outputOf({ role, generator }: StepDefinition): {
  readonly format?: 'text' | 'json' | 'code';
  readonly language?: string;
  readonly schema?: unknown;
} {
  const written = 'output' in generator ? (generator.output ?? {}) : {};
  if (role === undefined) return written;
  const schema =
    written.schema === undefined ? roleSchema({ role }) : { allOf: [roleSchema({ role }), written.schema] };
  return { ...written, format: 'json', schema };
}

/** What a role is told of its part. */
export function roleInstruction({ role }: Pick<StepDefinition, 'role'>): string {
  return role === undefined ? '' : INSTRUCTIONS[role];
}

const INSTRUCTIONS = {
  probe:
    'You only find out whether it can be done; you change nothing. Answer with one JSON object: {"feasible": true or false, "findings": "what you found out", "cost_estimate": "what doing it would take"}.',
  worker:
    'Do the work and check it against what counts as done. Answer with one JSON object: {"success": true, "summary": "what was done, in a sentence or two", "bindings_delta": {"facts that later work needs": "…"}, "artifacts": [{"path": "file", "content": "its whole text"}]}; if it cannot be done, {"success": false, "reason": "why", "bindings_delta": {}, "artifacts": []}.',
  verifier:
    'You only verify. Answer with one JSON object: {"passed": true or false, "evidence": ["what was checked and what came out"], "failures": ["what does not hold"]}.',
} as const;
