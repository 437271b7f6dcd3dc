/** A run in memory whose requests are prepared as the API prepares them, with what that stores kept at hand. */
import '../../../src/topologies/documents.ts';
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import type { Agreeing, PreparedRequest } from '../../../src/definitions/redirects/topology-requests.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import type { Input } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import type { RunRecord, RunRow } from '../../../src/ports/store/runs.ts';
import { type Playing, playing } from './playing.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PreparedRun {
  readonly run: Playing;
  readonly using: Agreeing;
  /** What the run goes by. */
  readonly document: Fields;
  row(): RunRow;
  /** An artifact, as it lies in the store. */
  keep(artifactId: string, text: string): void;
  /** Stores what was prepared and lets the run absorb it. Throws where it was refused. */
  send(prepared: PreparedRequest<Input>): void;
}

const guards = createGuardRegistry({ sim: true });

/** A run of a document that publishing takes. `facts`: of its record. */
export function preparedRun(
  document: Fields,
  first: Parameters<typeof playing>[1] = {},
  facts: Partial<RunRecord> = {},
): PreparedRun {
  const check: Agreeing['check'] = (written, before) => checkDefinition(written, { guards }, before);
  const checked = check(document);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.issues)}`);
  const plan: Plan = { ...checked.plan, definition: { name: 'search', version: 1, digest: 'sha256:0' } };
  const run = playing(plan, first);
  const texts = new Map<string, string>();
  let present = document;
  const artifact = (id: string) => ({ id, digest: `sha256:${id}`, mediaType: 'application/json', bytes: 0 });
  const store = {
    revisions: {
      document: async () => present,
      save: async (_id: string, revision: { readonly document: unknown }) => {
        present = revision.document as Fields;
      },
    },
    artifacts: { find: async (id: string) => (texts.has(id) ? artifact(id) : undefined) },
    contents: {
      get: async (digests: readonly string[]) =>
        new Map(digests.map((digest) => [digest, texts.get(digest.replace('sha256:', '')) ?? ''])),
    },
  } as unknown as Agreeing['store'];
  return {
    run,
    using: { store, check, digestOfJson: (value) => JSON.stringify(value) },
    get document() {
      return present;
    },
    row() {
      const { definition, topology } = run.plan;
      const base = {
        id: 'run_1',
        definition,
        topology,
        input: {},
        tags: [],
        seeds: {},
        requestDigest: '',
        createdAt: 0,
      };
      return { record: { ...base, plan: run.plan, ...facts }, state: run.state, discarded: NO_USAGE };
    },
    keep: (artifactId, text) => void texts.set(artifactId, text),
    send(prepared) {
      if (!prepared.ok) throw new Error(`refused: ${JSON.stringify(prepared.issues)}`);
      void prepared.store();
      run.do(prepared.request);
    },
  };
}
