import type { AgentTurn, AgentTurns, StoredEffect } from '../../model/agent-turn.ts';
import { settlementValues, settling } from '../caps.ts';
import { type Database, only } from '../pool.ts';

export function createAgentTurns(database: Database): AgentTurns {
  const find: AgentTurns['find'] = async (...key) => (await database.query<AgentTurn>(FIND, key))[0];
  const findEffect: AgentTurns['findEffect'] = async ({ runId, token, iteration, call }) =>
    (await database.query<{ answer: StoredEffect }>(FIND_EFFECT, [runId, token, iteration, call]))[0]?.answer;
  return {
    async save(turn, settles) {
      const { runId, token, iteration, step, epoch, stateRef, usage } = turn;
      const values = [runId, token, iteration, step, epoch, stateRef, JSON.stringify(usage), Date.now()];
      const saved = await (settles
        ? database.query(SAVE_AND_SETTLE, [...values, ...settlementValues(settles)])
        : database.query(SAVE, values));
      return saved.length > 0 ? turn : only(await database.query<AgentTurn>(FIND, [runId, token, iteration]));
    },
    find,
    async last(runId, token) {
      return (await database.query<AgentTurn>(LAST, [runId, token]))[0];
    },
    async newest(runId, step, { since, not }) {
      return (await database.query<AgentTurn>(NEWEST, [runId, step, since, not]))[0];
    },
    async saveEffect(key, answer) {
      const { runId, token, iteration, call } = key;
      const values = [runId, token, iteration, call, JSON.stringify(answer), Date.now()];
      const saved = await database.query(SAVE_EFFECT, values);
      return saved.length > 0 ? answer : ((await findEffect(key)) ?? answer);
    },
    findEffect,
    async effects(runId, token, iteration) {
      const rows = await database.query<{ call: string; answer: StoredEffect }>(EFFECTS, [runId, token, iteration]);
      return new Map(rows.map(({ call, answer }) => [call, answer]));
    },
  };
}

const SAVE = {
  text: `
    insert into agent_turns (run_id, token, iteration, step, epoch, state_ref, usage, created_at)
    values ($1, $2, $3, $4, $5, $6, $7::json, $8) on conflict do nothing returning 1`,
};

const SAVE_AND_SETTLE = { text: `with ${settling(9)} ${SAVE.text}` };

const SELECT = `
  select run_id as "runId", token, iteration, step, epoch, state_ref as "stateRef", usage from agent_turns`;

const FIND = { text: `${SELECT} where run_id = $1 and token = $2 and iteration = $3` };

const LAST = { text: `${SELECT} where run_id = $1 and token = $2 order by iteration desc limit 1` };

/** A token is `t` and the number of the event that began its attempt (R27). */
const NEWEST = {
  text: `
    ${SELECT} where run_id = $1 and step = $2 and epoch >= $3 and token <> $4
    order by substr(token, 2)::bigint desc, iteration desc limit 1`,
};

const SAVE_EFFECT = {
  text: `
    insert into agent_effects (run_id, token, iteration, call, answer, created_at) values ($1, $2, $3, $4, $5::json, $6)
    on conflict do nothing returning 1`,
};

const FIND_EFFECT = {
  text: 'select answer from agent_effects where run_id = $1 and token = $2 and iteration = $3 and call = $4',
};

const EFFECTS = { text: 'select call, answer from agent_effects where run_id = $1 and token = $2 and iteration = $3' };
