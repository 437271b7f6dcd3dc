import type { ArtifactRow, DefinitionVersion, EscalationRow, RunRow, Store } from '../../ports/store.ts';
import { notFound, Problem } from '../http/problem.ts';
import { isKeepable } from '../http/readable.ts';

/** Each finds a thing by what an address names, or throws the 404. A name that the database could not hold is not there. */
export async function mustFindRun(store: Store, id: string): Promise<RunRow> {
  const row = isKeepable(id) ? await store.runs.find(id) : undefined;
  if (!row) throw notFound('run', id);
  return row;
}

export async function mustFindDefinition(store: Store, name: string, version?: number): Promise<DefinitionVersion> {
  const found = isKeepable(name) ? await store.definitions.find(name, version) : undefined;
  if (found) return found;
  const detail = `There is no workflow "${name}"${version === undefined ? '' : ` with version ${version}`}.`;
  throw new Problem(404, 'workflow_not_found', detail);
}

export async function mustFindEscalation(store: Store, id: string): Promise<EscalationRow> {
  const row = isKeepable(id) ? await store.escalations.find(id) : undefined;
  if (!row) throw notFound('escalation', id);
  return row;
}

export async function mustFindArtifact(store: Store, id: string): Promise<ArtifactRow> {
  const row = isKeepable(id) ? await store.artifacts.find(id) : undefined;
  if (!row) throw notFound('artifact', id);
  return row;
}
