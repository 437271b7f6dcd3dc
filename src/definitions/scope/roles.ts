/** What each role hands back, as structured summaries and never as raw logs (S1-7.1-d, S1-7.4, R40). */

import { type GuardTree, leavesOf } from '../../model/guard-tree.ts';
import { cut } from '../../text/text.ts';
import type { StepDefinition } from '../schema/definition.ts';

/** Characters of one text in a summary: what is longer is a log. */
const LONGEST = 4_000;

const LOGS = [
  'log',
  'logs',
  'rawLog',
  'raw_log',
  'rawLogs',
  'raw_logs',
  'buildLog',
  'build_log',
  'testLog',
  'test_log',
];
const PRINTED = [
  'stdout',
  'stderr',
  'rawOutput',
  'raw_output',
  'console',
  'consoleOutput',
  'console_output',
  'transcript',
];

const NO_LOG = {
  type: 'string',
  maxLength: 0,
  errorMessage: 'is a raw log: leave it out, and say in a sentence or two what matters of it',
};

/** A summary may tell more than its role asks, but nowhere in it everything that happened (S1-7.1-d, S1-7.5-d). */
const BRIEF = {
  maxLength: LONGEST,
  errorMessage: `has more than ${LONGEST} characters: sum it up; the text of a file belongs under "artifacts"`,
  properties: Object.fromEntries([...LOGS, ...PRINTED].map((name) => [name, NO_LOG])),
  items: { $ref: '#/$defs/brief' },
  additionalProperties: { $ref: '#/$defs/brief' },
};
const brief = { $ref: '#/$defs/brief' };
const said = { type: ['string', 'array', 'object'], allOf: [brief] };

/** Of a path within the workspace: neither empty, `.` nor `..`; without look-around, which the linear-time engine does not know. */
const PART = String.raw`(?:[^/.][^/]*|\.[^/.][^/]*|\.\.[^/]+)`;

const file = {
  type: ['string', 'object'],
  minLength: 1,
  maxLength: LONGEST,
  required: ['path'],
  properties: {
    ...BRIEF.properties,
    path: {
      type: 'string',
      pattern: `^${PART}(?:/${PART})*$`,
      maxLength: 500,
      errorMessage:
        'is no path within the workspace: write one such as src/main.py, without "/" at its start, "." or ".."',
    },
    content: { type: 'string' },
  },
  additionalProperties: brief,
};

const SCHEMAS = {
  probe: {
    required: ['feasible', 'findings', 'cost_estimate'],
    properties: { feasible: { type: 'boolean' }, findings: said, cost_estimate: brief },
  },
  worker: {
    required: ['success', 'bindings_delta', 'artifacts'],
    properties: {
      success: {
        const: true,
        errorMessage: 'says that the work is not done, so it is a failed attempt: do it, or what can be done of it',
      },
      bindings_delta: { type: 'object', allOf: [brief] },
      artifacts: { type: 'array', items: file },
    },
  },
  verifier: {
    required: ['passed', 'evidence', 'failures'],
    properties: { passed: { type: 'boolean' }, evidence: said, failures: said },
  },
} as const;

/** The schema that a role's output must fit; its references stay within it, wherever it stands. */
function roleSchema(role: NonNullable<StepDefinition['role']>): unknown {
  const { required, properties } = SCHEMAS[role];
  return {
    $id: `urn:dsap:${role}`,
    $defs: { brief: BRIEF },
    type: 'object',
    required,
    properties: { ...BRIEF.properties, ...properties },
    additionalProperties: brief,
  };
}

/** What a step's output must be like: as written, and as its role asks (R40). */
export function outputOf({ role, generator }: StepDefinition): {
  readonly format?: 'text' | 'json' | 'code';
  readonly language?: string;
  readonly schema?: unknown;
} {
  const written = 'output' in generator ? (generator.output ?? {}) : {};
  if (role === undefined) return written;
  const schema = written.schema === undefined ? roleSchema(role) : { allOf: [roleSchema(role), written.schema] };
  return { ...written, format: 'json', schema };
}

/** What a role is told of its part. */
export function roleInstruction({ role, guard }: Pick<StepDefinition, 'role' | 'guard'>): string {
  if (role === undefined) return '';
  return role === 'worker' ? `${INSTRUCTIONS.worker}\n${successCriteria(guard)}` : INSTRUCTIONS[role];
}

/** What a worker is to check its work against before it hands it back (S1-7.3.2-a). */
function successCriteria(guard: GuardTree): string {
  const checks = leavesOf(guard).map(({ use, id, with: options }) => {
    const name = id === undefined || id === use ? use : `${id} (${use})`;
    return options === undefined ? `- ${name}` : `- ${name} ${cut(JSON.stringify(options), LONGEST_OPTIONS)}`;
  });
  return ['It counts as done when these checks pass:', ...checks].join('\n');
}

const LONGEST_OPTIONS = 300;

const INSTRUCTIONS = {
  probe:
    'You only find out whether it can be done; you change nothing. Answer with one JSON object: {"feasible": true or false, "findings": "what you found out", "cost_estimate": "what doing it would take"}.',
  worker:
    'Do the work and check it against what counts as done. Answer with one JSON object: {"success": true, "summary": "what was done, in a sentence or two", "bindings_delta": {"name of a fact that later work needs": "its value"}, "artifacts": [{"path": "file", "content": "its whole text"}]}; if it cannot be done, {"success": false, "reason": "why", "bindings_delta": {}, "artifacts": []}.',
  verifier:
    'You only verify. Answer with one JSON object: {"passed": true or false, "evidence": ["what was checked and what came out"], "failures": ["what does not hold"]}.',
} as const;
