import { createAttemptTeller } from '../../../src/api/report/facts/attempts.ts';
import { tellQuestion } from '../../../src/api/report/facts/question.ts';
import { createRoom } from '../../../src/api/report/facts/room.ts';
import type { Report } from '../../../src/api/report/report.ts';
import type { AttemptRow } from '../../../src/ports/store/attempts.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { cutBytes, utf8Length } from '../../../src/text/text.ts';
import { anArtifact, usage } from '../../store/makers.ts';

const TIME = '2026-11-22T20:34:45.000Z';
const ENDS = { head: [], leftOut: 0, tail: [] };

/** The report of a run in which every word of others is this one. */
export function reportWith(text: string): Report {
  const room = createRoom(4 * 1024 * 1024, digestOf);
  const short = text.slice(0, 300);
  const used = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, costUsd: null, llmCalls: 1 };
  const shown = () => room.take(text);
  return {
    run: {
      id: `run_${short}`,
      status: 'failed',
      ended: true,
      seq: 9,
      begunAt: null,
      workflow: { name: short, version: 1, digest: digestOf('d'), topology: 'dag' },
      tags: [short],
      forkedFrom: { runId: short, from: short, changed: [short] },
      failure: { code: 'exhausted', step: short, detail: shown() },
      endedBy: null,
      createdAt: TIME,
      updatedAt: TIME,
      endedAt: TIME,
      durationMs: 5,
    },
    standing: {
      status: 'failed',
      summary: short,
      missing: [{ step: short, reason: short }],
      next: [{ who: 'person', kind: 'answer', action: short }],
      modes: [],
    },
    budget: {
      limits: { maxParallelAgents: 3 },
      used: { maxCostUsd: null },
      reserved: {},
      remaining: {},
      bound: { generations: 4, remaining: 0 },
    },
    usage: { ...used, discarded: used },
    graph: { svg: null, mermaid: null, nodes: 900 },
    steps: { shown: [], leftOut: 3 },
    choices: [{ orGroup: short, choice: short, status: 'lost', why: short }],
    timeline: {
      ...ENDS,
      head: [{ seq: 1, at: TIME, tone: 'work', step: short, epoch: 1, text: short, feedback: short }],
      leftOut: 2,
    },
    attempts: { all: 2, shown: { ...ENDS, head: attemptsWith(text) } },
    questions: { ...ENDS, head: [questionWith(text)] },
    corrections: {
      ...ENDS,
      head: [
        {
          id: short,
          timestamp: TIME,
          type: 'instruction',
          description: shown(),
          trailCleared: false,
          actor: short,
          outcome: 'applied',
          added: [short],
          removed: [short],
          granted: 1,
          revision: null,
          reset: [short],
        },
      ],
    },
    waysBack: {
      ...ENDS,
      head: [
        { seq: 1, at: TIME, kind: 'swap', cause: short, to: [short], reset: [short], changed: [], recovered: null },
      ],
    },
    injected: {
      ...ENDS,
      head: [{ seq: 1, at: TIME, step: short, epoch: 1, from: short, fromEpoch: null, text: shown() }],
    },
    artifacts: { ...ENDS, head: [{ step: short, id: short, digest: digestOf(text), seeded: true }] },
    documents: [{ name: 'Input', digest: digestOf(text), text: shown() }],
  };
}

/** Two attempts: the second comes after something else, and so shows what changed. */
function attemptsWith(text: string) {
  const teller = createAttemptTeller(digestOf);
  const texts = [`before ${text}`, text];
  const contents = new Map(
    texts.map((one) => [digestOf(one), { text: cutBytes(one, 64 * 1024), bytes: utf8Length(one) }] as const),
  );
  const room = createRoom(4 * 1024 * 1024, digestOf);
  return texts.map((one) => teller.tell(rowWith(one), contents, room));
}

function rowWith(text: string): AttemptRow {
  const short = text.slice(0, 300);
  const context = {
    specification: short,
    constraints: short,
    dependencies: { [short]: short },
    history: [],
    injected: [{ text }],
    prompt: [{ role: 'user' as const, parts: [{ text: `# ${short}\n${text}` }] }],
    promptDigest: digestOf('prompt'),
    dropped: [{ kind: short, ref: short, reason: short }],
  };
  const leaf = {
    verdict: 'retry' as const,
    feedback: text,
    guard: short,
    nature: 'judged' as const,
    durationMs: 1,
    subResults: [],
  };
  return {
    runId: 'run_1',
    token: 't',
    step: short,
    epoch: 1,
    attempt: 1,
    n: 1,
    status: 'rejected',
    startedAt: 1,
    endedAt: 2,
    artifact: anArtifact(text, {
      id: short,
      context,
      model: short,
      mediaType: short,
      parameters: { short },
      finishReason: short,
    }),
    verdict: { ...leaf, feedback: `of all: ${text}`, subResults: [leaf], usage: usage(1) },
    faults: [{ at: 1, phase: short, detail: text, partial: text }],
  };
}

function questionWith(text: string) {
  const short = text.slice(0, 300);
  const decision = {
    action: 'approve' as const,
    by: short,
    at: 5,
    comment: text,
    payload: JSON.stringify({ text }),
    shown: short,
  };
  return tellQuestion(
    {
      id: short,
      kind: 'condition',
      status: 'decided',
      step: short,
      artifactId: short,
      artifactDigest: digestOf(text),
      question: text,
      allowedActions: ['approve', 'abort'],
      openedAt: 1,
      expiresAt: 9,
      decision,
    },
    {
      question: text,
      assignees: [short],
      feedback: text,
      artifact: { text, bytes: utf8Length(text) },
      condition: { expression: text, names: [{ name: short, value: text }], reasons: [text] },
      reset: [short],
    },
    createRoom(1024 * 1024, digestOf),
  );
}
