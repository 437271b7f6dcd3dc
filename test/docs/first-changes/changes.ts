import { readFileSync } from 'node:fs';

/** A first change, as somebody new to the code would make it. */
export interface FirstChange {
  /** As the table in ARCHITECTURE.md names it. */
  readonly what: string;
  /** Files of `src` that are written anew; those in the folder of a topology count as that folder. */
  readonly added: Readonly<Record<string, string>>;
  /** Files of `src` that are changed: what stands there, once, and what is put in its place. */
  readonly edited: Readonly<Record<string, readonly (readonly [there: string, instead: string])[]>>;
  /** A program beside the changed `src`; it throws where the change does not work. */
  readonly shows: string;
}

const guard: FirstChange = {
  what: 'a deterministic guard',
  added: {
    'guards/text/not-loud.ts': `import { z } from 'zod';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';

export const notLoud: Guard<Record<string, never>> = {
  name: 'not-loud',
  nature: 'deterministic',
  sandbox: false,
  score: false,
  options: z.strictObject({}),
  evaluate: (_, { artifact }) => (/[a-z]/.test(artifact.text) ? PASSED : rejected('It is all in capitals.')),
};
`,
  },
  edited: {
    'guards/registry.ts': [
      ['import { oneOf }', "import { notLoud } from './text/not-loud.ts';\nimport { oneOf }"],
      ['  notEmpty,\n', '  notEmpty,\n  notLoud,\n'],
    ],
  },
  shows: `import assert from 'node:assert';
import './src/topologies/documents.ts';
import { checkDefinition } from './src/definitions/checks/check.ts';
import { createGuardRegistry } from './src/guards/registry.ts';
const guards = createGuardRegistry({ sim: true });
const judged = (text) => guards.find('not-loud').evaluate({}, { artifact: { text } }).verdict;
assert.deepEqual([judged('HELLO'), judged('Hello')], ['retry', 'pass']);
const step = { id: 'a', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-loud' } };
assert.equal(checkDefinition({ name: 'quiet', model: 'small', steps: [step] }, { guards }).ok, true);
assert.ok(guards.list().some(({ name }) => name === 'not-loud'));
`,
};

const event: FirstChange = {
  what: 'an event',
  added: {},
  edited: {
    'model/events/run.ts': [
      [
        '  /** Nothing is under way any more. */\n',
        "  | { readonly type: 'run.pausing-still'; readonly by: string }\n  /** Nothing is under way any more. */\n",
      ],
    ],
    'core/events/run.ts': [
      [
        "  'run.paused': {",
        "  'run.pausing-still': { fold: unchanged, trace: untraced, sentence: ({ by }) => `${by} asked again.` },\n  'run.paused': {",
      ],
    ],
    'core/moves/control.ts': [
      [
        "next.emit({ type: 'run.pausing', reason, by });",
        "next.emit({ type: 'run.pausing', reason, by });\n  else next.emit({ type: 'run.pausing-still', by });",
      ],
    ],
  },
  shows: `import assert from 'node:assert';
import { planned } from './planned.ts';
import { sentenceOf } from './src/core/events/homes.ts';
import { memoryRun } from './src/testing/memory-world.ts';
const run = memoryRun(planned({}));
for (const by of ['ada', 'bob']) run.dispatch({ kind: 'pause', by });
const last = run.log.at(-1);
assert.deepEqual([last.type, sentenceOf(last, { backtracks: [] })], ['run.pausing-still', 'bob asked again.']);
assert.equal(run.now.state.seq, last.seq);
`,
};

/** The topology of the tests, in the place of one of the service. */
const topology: FirstChange = {
  what: 'a topology',
  added: {
    'topologies/sequence/rules.ts': inSource('test/topologies/sequence/rules.ts').replace(
      "import { isSettled } from '../../engine.ts'",
      "import { isSettled } from '../../core/frontier.ts'",
    ),
    'topologies/sequence/document.ts': inSource('test/topologies/sequence/document.ts'),
    'topologies/sequence/words.ts': `import { stepWords } from '../../stories/step-words.ts';

export const sequenceWords = stepWords('sequence');
`,
    'topologies/sequence/view.ts': `import { stepView } from '../../stories/step-view.ts';

export const sequenceView = stepView('sequence');
`,
    'topologies/sequence/requests.ts': `import { forkFromStep } from '../../definitions/redirects/fork-from-step.ts';
import type { TopologyRequests } from '../../definitions/redirects/topology-requests.ts';

export const sequenceRequests: TopologyRequests = {
  kind: 'sequence',
  fork: forkFromStep(),
  routes: [],
  agreed: async () => undefined,
};
`,
    'topologies/sequence/work.ts': `import { plainWork } from '../../definitions/topology-work.ts';

export const sequenceWork = plainWork('sequence');
`,
  },
  edited: {
    'topologies/rules.ts': [
      [
        '\nexport function',
        "import { sequence } from './sequence/rules.ts';\nimport { sequenceWords } from './sequence/words.ts';\n\nexport function",
      ],
      ['[dag, andOr, machine]', '[dag, andOr, machine, sequence]'],
      ['[dagWords, andOrWords, machineWords]', '[dagWords, andOrWords, machineWords, sequenceWords]'],
    ],
    'topologies/documents.ts': [
      [
        '\nfor (const document of [',
        "import { sequenceDocument } from './sequence/document.ts';\nimport { sequenceRequests } from './sequence/requests.ts';\nimport { sequenceWork } from './sequence/work.ts';\n\nfor (const document of [sequenceDocument, ",
      ],
      ['of [dagRequests, ', 'of [sequenceRequests, dagRequests, '],
      ['of [dagWork, ', 'of [sequenceWork, dagWork, '],
    ],
    'topologies/views.ts': [
      [
        '\nfor (const view of [',
        "import { sequenceView } from './sequence/view.ts';\n\nfor (const view of [sequenceView, ",
      ],
    ],
  },
  shows: `import assert from 'node:assert';
import { planned } from './planned.ts';
import { topologyRequestsOf } from './src/definitions/redirects/topology-requests.ts';
import { topologyWorkOf } from './src/definitions/topology-work.ts';
import { detailsOf } from './src/stories/details.ts';
import { topologyViewOf } from './src/stories/topology-view.ts';
import { memoryRun } from './src/testing/memory-world.ts';
import './src/topologies/views.ts';
const begun = (fields) => {
  const run = memoryRun(planned(fields));
  run.turn();
  return [run.calls.map(({ step }) => step), run.now];
};
assert.deepEqual(begun({})[0], ['a', 'b']);
const [calls, { plan, state }] = begun({ topology: 'sequence' });
assert.deepEqual([plan.topology, calls], ['sequence', ['a']]);
assert.equal(topologyViewOf('sequence').graph({ plan, state }).nodes.length, 2);
assert.equal(topologyWorkOf('sequence').shows, 'full');
assert.deepEqual(topologyRequestsOf('sequence').fork.kept({ plan, state }, { fromStep: 'b' }), ['a']);
assert.match(detailsOf(plan, state), /a/);
`,
};

const field: FirstChange = {
  what: 'a field of a run in REST that the state has',
  added: {},
  edited: {
    'api/runs/view.ts': [
      [
        '    openEscalations: z.array(z.string()),\n',
        '    openEscalations: z.array(z.string()),\n    clarifications: z.number(),\n',
      ],
      [
        '    openEscalations: openEscalations(state)',
        '    clarifications: state.clarifications ?? 0,\n    openEscalations: openEscalations(state)',
      ],
    ],
  },
  shows: `import assert from 'node:assert';
import { planned } from './planned.ts';
import { RunView, runView } from './src/api/runs/view.ts';
import { NO_USAGE } from './src/model/usage.ts';
import { memoryRun } from './src/testing/memory-world.ts';
const { plan, state } = memoryRun(planned({})).now;
const record = { id: 'run_1', definition: plan.definition, topology: plan.topology, input: {}, tags: [], plan, createdAt: 0 };
const settings = { publicUrl: () => 'http://dsap', namespace: 'default' };
const view = runView({ record, state: { ...state, clarifications: 2 }, discarded: NO_USAGE }, settings);
assert.equal(RunView.parse(view).clarifications, 2);
`,
};

const generator: FirstChange = {
  what: 'a generator kind',
  added: {
    'activities/generators/echo.ts': `import type { GenerateOutput } from '../../ports/calls.ts';
import { fieldOf } from '../../text/loose.ts';
import { artifactRecord } from '../artifact-record.ts';
import { settleAnswer } from '../settle-answer.ts';
import type { GenerateDependencies, Generation } from './generation.ts';

/** A field of the run's input as the artifact. */
export async function generateEcho(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  { field }: { readonly field: string },
): Promise<GenerateOutput> {
  const text = String(fieldOf(generation.material.run.input, field) ?? '');
  const record = artifactRecord(generation, text, { mediaType: 'text/plain; charset=utf-8', finishReason: 'stop' });
  const stored = await dependencies.store.artifacts.save(record, [text]);
  return settleAnswer(dependencies, generation, stored, text);
}
`,
  },
  edited: {
    'definitions/schema/generator.ts': [
      [
        'export const generatorSchema',
        "const echo = closed({\n  kind: z.literal('echo').describe('A field of the input.'),\n  field: z.string().min(1),\n});\n\nexport const generatorSchema",
      ],
      ['custom, external])', 'custom, external, echo])'],
    ],
    'model/plan.ts': [["'custom', 'external']", "'custom', 'external', 'echo']"]],
    'activities/generators/generate.ts': [
      ['import { generateFixed }', "import { generateEcho } from './echo.ts';\nimport { generateFixed }"],
      [
        "    case 'llm':",
        "    case 'echo':\n      return generateEcho(dependencies, generation, generator);\n    case 'llm':",
      ],
    ],
  },
  shows: `import assert from 'node:assert';
import { definitionWith, planned } from './planned.ts';
import { generateEcho } from './src/activities/generators/echo.ts';
const fields = { steps: [{ id: 'a', generator: { kind: 'echo', field: 'word' }, guard: { use: 'not-empty' } }] };
const plan = planned(fields);
assert.equal(plan.steps[0].kind, 'echo');
const run = { id: 'run_1', definition: plan.definition, plan, input: { word: 'hello' }, seeds: {} };
const saved = [];
const store = {
  artifacts: { save: async (record, texts) => (saved.push(...texts), record) },
};
const call = { runId: 'run_1', token: 't', step: 'a', epoch: 1, attempt: 1, n: 1, events: [], dependencies: {}, history: [] };
const material = { run, document: definitionWith(fields), dependencies: {}, history: [], faults: 0 };
const made = await generateEcho({ store }, { input: call, material }, { field: 'word' });
assert.deepEqual([made.kind, saved], ['generated', ['hello']]);
`,
};

export const CHANGES: readonly FirstChange[] = [guard, event, topology, field, generator];

/** What the programs share: a definition of two steps, and its plan as publishing makes it. */
export const PLANNED = `import './src/topologies/documents.ts';
import { checkDefinition } from './src/definitions/checks/check.ts';
import { createGuardRegistry } from './src/guards/registry.ts';
const steps = ['a', 'b'].map((id) => ({ id, generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } }));
export const definitionWith = (fields) => ({ name: 'sample', model: 'small', steps, ...fields });
export function planned(fields) {
  const checked = checkDefinition(definitionWith(fields), { guards: createGuardRegistry({ sim: true }) });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return { ...checked.plan, definition: { name: 'sample', version: 1, digest: 'sha256:' + JSON.stringify(fields).length } };
}
`;

/** A file of the tests as it would stand in the folder of a topology. */
function inSource(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll("'../../../src/topologies/", "'../")
    .replaceAll("'../../../src/", "'../../");
}
