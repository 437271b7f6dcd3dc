// A real PostgreSQL, a model endpoint that answers when the test says so: limits that are changed while a call is in flight (K11; R49, R62).
import type { ServerResponse } from 'node:http';
import type { BudgetName } from '../../../src/model/events/budgets.ts';
import type { Budgets } from '../../../src/model/plan.ts';
import { openEscalations, type RunState } from '../../../src/model/run-state.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import { FIXTURE_PARTS } from '../../support/engine/agents.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import {
  finish,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  usage,
} from '../../support/engine/model-server.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

let server: ModelServer;
let engine: AnyEngine;
beforeAll(async () => {
  server = await startModelServer();
  const profile = {
    jsonSchema: 'soft',
    seed: true,
    maxTokensField: 'max_tokens',
    usage: 'stream_option',
    systemRole: 'system',
  } as const;
  engine = await startInProcess({
    parts: FIXTURE_PARTS,
    models: { endpoints: [{ name: 'real', baseUrl: server.baseUrl, profile }], defaultModel: 'real/tiny' },
  });
});
afterAll(async () => {
  await engine?.stop();
  await server?.close();
});

const good: Reply = stream([piece('good'), finish('stop'), usage({ prompt_tokens: 40, completion_tokens: 1 })]);
const LONG = 'word '.repeat(100);

/** Answers half of a text, and goes on once it is told to. */
function holding() {
  let held: ServerResponse | undefined;
  const reply: Reply = (response, received) => {
    stream([piece(LONG)], 'open')(response, received);
    held = response;
  };
  return {
    reply,
    /** Nothing comes of what was paid for. */
    breakOff: () => held?.end(),
    end(...events: readonly unknown[]) {
      for (const event of events) held?.write(`data: ${JSON.stringify(event)}\n\n`);
      held?.end('data: [DONE]\n\n');
    },
  };
}

const PASS = { use: 'scripted', with: { verdicts: [{ verdict: 'pass' }] } };
const STEP = { id: 'work', generator: { kind: 'llm', prompt: 'Do the work.' }, guard: PASS };

async function start(
  budgets: object,
  steps: readonly object[] = [STEP],
  requests = 1,
  facts: Partial<RunRecord> = {},
): Promise<string> {
  const arrived = async () => {
    for (let at = 0; at < requests; at += 1) await server.arrival();
  };
  const waiting = arrived();
  const id = await engine.start({ name: 'limited', model: 'real/tiny', budgets, steps }, facts);
  await waiting;
  return id;
}

/** As `PATCH …/budget`, which answers once the log has it. */
async function limit(id: string, budgets: Partial<Budgets>): Promise<void> {
  const { seq } = await engine.runs.send(
    id,
    { kind: 'budget', budgets, by: 'ann' },
    `limits-${JSON.stringify(budgets)}`,
  );
  await engine.until(id, (state) => state.seq >= seq);
}

const isParked = ({ life }: RunState) => life.status === 'budget_exceeded';

/** The budgets that the run has asked about, oldest first. */
async function asked(id: string): Promise<readonly BudgetName[]> {
  return (await engine.log(id)).flatMap((event) => (event.type === 'budget.exceeded' ? [event.budget] : []));
}

test.each<[string, object, Partial<Budgets>]>([
  ['maxTokens', { maxTokens: 60 }, { maxTokens: 100_000 }],
  ['maxCostUsd', { maxCostUsd: 0.00006 }, { maxMicroUsd: 1_000_000 }],
])('report 37, N33, R49: %s that is raised before it was reached raises no question', async (_, before, raised) => {
  const held = holding();
  server.answerWith(held.reply, good);
  const id = await start(before);
  await limit(id, raised);
  held.breakOff();
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 1, discarded: { llmCalls: 1 } },
  });
  expect(await asked(id)).toEqual([]);
});

test('report 37: maxDuration that is raised counts for the next try of a call in flight', async () => {
  const held = holding();
  server.answerWith(held.reply, good);
  const id = await start({ maxDuration: 'PT1S' });
  // The run has parked by the time it is raised, or it has not: the call goes on either way.
  await engine.until(id, isParked);
  await limit(id, { maxDurationMs: 600_000 });
  held.breakOff();
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect(await asked(id)).toEqual(['maxDuration']);
  expect(server.received).toHaveLength(2);
});

test.each<[string, Partial<Budgets>]>([
  ['maxTokens', { maxTokens: 20 }],
  ['maxCostUsd', { maxMicroUsd: 20 }],
])(
  'N34: %s that is lowered during a call that breaks: no further try is paid, and a person is asked',
  async (budget, low) => {
    const held = holding();
    server.answerWith(held.reply, good);
    const id = await start({ maxTokens: 100_000, maxCostUsd: 1 });
    await limit(id, low);
    held.breakOff();
    const parked = await engine.until(id, isParked);
    expect(server.received).toHaveLength(1);
    expect(parked).toMatchObject({ exceeded: budget, usage: { attempts: 0, discarded: { llmCalls: 1 } } });
    await limit(id, { maxTokens: 100_000, maxMicroUsd: 1_000_000 });
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
    expect(server.received).toHaveLength(2);
  },
);

test('N34, R49: maxTokens that is lowered below what is used asks at once, and no call that breaks withdraws the question', async () => {
  const held = holding();
  server.answerWith(good, held.reply, good);
  const id = await start(
    { maxTokens: 100_000 },
    [
      { ...STEP, id: 'first' },
      { ...STEP, requires: ['first'] },
    ],
    2,
  );
  await limit(id, { maxTokens: 20 });
  const [question] = openEscalations(await engine.until(id, isParked));
  held.breakOff();
  const { steps, ...parked } = await engine.until(id, (state) => state.steps['work']?.call === undefined);
  expect(openEscalations({ steps, ...parked })).toEqual([question]);
  expect(steps['work']?.sigma).toBe('unsatisfied');
  expect(server.received).toHaveLength(2);
});

test('K11: a judge that breaks is not paid again once the budget is lowered below what is used', async () => {
  const held = holding();
  server.answerWith(good, held.reply, good);
  const judge = { use: 'llm-judge', with: { rubric: 'It is calm.', model: 'real/tiny' } };
  const id = await start({ maxTokens: 100_000 }, [{ ...STEP, guard: { sequence: [PASS, judge] } }], 2);
  await limit(id, { maxTokens: 20 });
  held.breakOff();
  const parked = await engine.until(id, (state) => isParked(state) && state.steps['work']?.call === undefined);
  expect(parked.exceeded).toBe('maxTokens');
  expect(server.received).toHaveLength(2);
});

describe('K11: an agent in the middle of a turn', () => {
  const agent = { ...STEP, generator: { kind: 'agent', agent: 'stateful' } };
  const input = { data: '{"total": 3}' };
  const calling = (name: string, args: object) => ({
    object: 'chat.completion.chunk',
    model: 'tiny-2026-05-01',
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
        },
      },
    ],
  });
  const turn = (name: string, args: object) => [
    calling(name, args),
    finish('tool_calls'),
    usage({ prompt_tokens: 80, completion_tokens: 100 }),
  ];

  test('goes on where the budget that its turns have used up was raised meanwhile', async () => {
    const held = holding();
    server.answerWith(held.reply, stream(turn('query', { field: 'total' })), stream(turn('output', { total: 3 })));
    const id = await start({ maxTokens: 60 }, [agent], 1, { input });
    await limit(id, { maxTokens: 100_000 });
    held.end(...turn('parse', {}));
    expect(await engine.until(id, ended)).toMatchObject({
      life: { status: 'completed' },
      usage: { attempts: 1, llmCalls: 3 },
    });
    expect(await asked(id)).toEqual([]);
  });

  test('takes no other turn where the budget was lowered below what its turns have used', async () => {
    const held = holding();
    server.answerWith(held.reply);
    const id = await start({ maxTokens: 100_000 }, [agent], 1, { input });
    await limit(id, { maxTokens: 60 });
    held.end(...turn('parse', {}));
    expect(await engine.until(id, isParked)).toMatchObject({ exceeded: 'maxTokens', usage: { llmCalls: 1 } });
    expect(server.received).toHaveLength(1);
  });
});
