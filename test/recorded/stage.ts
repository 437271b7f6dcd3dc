import type { FastifyInstance } from 'fastify';
import { Client as Database } from 'pg';
import { inputIssues } from '../../src/cli/start/input-issues.ts';
import { schemaProblems } from '../../src/guards/isolation/schema-errors.ts';
import { createTemporalRunClient } from '../../src/temporal/temporal-run-client.ts';
import type { RunSettings } from '../../src/workflows/messages.ts';
import { mailer } from '../authoring/fixtures/mailer.ts';
import { partsOf } from '../support/engine/agents.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { createWriteGate, type WriteGate } from './write-gate.ts';

/** The real thing that scenarios are played against: Temporal, PostgreSQL, workers and the API, with simulated models. */
export interface Stage {
  readonly engine: TestEngine;
  readonly answers: HeldAnswers;
  readonly gate: WriteGate;
  /** What the tools of agents have done to the world, in order. */
  readonly effects: Effect[];
  /** The API whose runs go by these settings. */
  apiWith(settings: Partial<RunSettings>): Promise<FastifyInstance>;
  /** The rows of the audit after this one, oldest first. */
  audit(after: number): Promise<readonly AuditRow[]>;
  close(): Promise<void>;
}

interface Effect {
  readonly mailTo: string;
  readonly idempotencyKey: string;
}

interface AuditRow {
  readonly ordinal: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
}

/** On a busy machine nothing is given up for being slow: that would be another story. */
const PATIENT = { heartbeatTimeout: 120_000 };
const PATIENT_MODELS = { timeouts: { timeoutMs: 120_000, idleTimeoutMs: 120_000 } };

/** Starts it on the servers that are named by the environment of tests. */
export async function startStage(): Promise<Stage> {
  const answers = createHeldAnswers();
  const gate = createWriteGate();
  const effects: Effect[] = [];
  const parts = partsOf({ agents: [mailer((mailTo, idempotencyKey) => effects.push({ mailTo, idempotencyKey }))] });
  const engine = await startEngine({
    parts,
    provider: (app) => answers.standBefore(app),
    seen: (store) => gate.over(store),
    models: PATIENT_MODELS,
  });
  const database = new Database({ connectionString: engine.databaseUrl });
  await database.connect();
  const apis: FastifyInstance[] = [];
  return {
    engine,
    answers,
    gate,
    effects,
    async apiWith(settings) {
      const { client, taskQueue, store, guards } = engine;
      const runs = createTemporalRunClient({ client, taskQueue, settings: { ...PATIENT, ...settings } });
      const api = await apiOver(
        { store, runs, guards },
        { parts, compileSchema: schemaProblems, validateInput: inputIssues },
      );
      apis.push(api);
      return api;
    },
    audit: async (after) => (await database.query<AuditRow>(AUDIT, [after])).rows,
    async close() {
      answers.releaseAll();
      await Promise.all(apis.map((api) => api.close()));
      await database.end();
      await engine.stop();
    },
  };
}

const AUDIT = `
  select ordinal::int, actor, action, subject, reason from audit where ordinal > $1 order by audit.ordinal`;
