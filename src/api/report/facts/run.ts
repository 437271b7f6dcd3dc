import { failureOf, isClosed } from '../../../model/run-state.ts';
import type { RunRow } from '../../../ports/store/runs.ts';
import { topologyViewOf } from '../../../stories/topology-view.ts';
import { fitted } from '../../rows/fitted.ts';
import { runIn } from '../../runs/told-run.ts';
import { timeOf } from '../../times.ts';
import type { RunFacts } from '../report.ts';
import type { Room } from './room.ts';

/** What a run is, and how it stands. `begunAt`: as of `RunFacts`. */
export function tellRun(row: RunRow, begunAt: number | null, room: Room): RunFacts {
  const { record, state } = row;
  const { definition, topology, createdAt } = record;
  const endedAt = 'endedAt' in state.life ? state.life.endedAt : null;
  const failure = failureOf(state);
  const { status } = state.life;
  return {
    id: record.id,
    status,
    ended: isClosed(state),
    seq: state.seq,
    begunAt,
    workflow: { ...definition, topology },
    tags: record.tags.map((tag) => fitted(tag, 300)),
    forkedFrom: forkOf(row),
    failure: failure ? { code: failure.code, step: failure.step ?? null, detail: room.take(failure.detail) } : null,
    endedBy: (status === 'completed' ? topologyViewOf(record.plan.topology).ending(runIn(row)) : undefined) ?? null,
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(state.at || createdAt),
    endedAt: endedAt === null ? null : timeOf(endedAt),
    durationMs: endedAt === null ? null : endedAt - createdAt,
  };
}

function forkOf({ record: { forkedFrom } }: RunRow): RunFacts['forkedFrom'] {
  if (!forkedFrom) return null;
  const { runId, fromStep, fromTurn, changed } = forkedFrom;
  return { runId, from: fromStep ?? (fromTurn === undefined ? '' : `turn ${fromTurn}`), changed };
}
