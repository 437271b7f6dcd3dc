import type { Verdict } from '../../model/verdict.ts';

export interface Verdicts {
  /** The first verdict stored under (run, token) wins and is returned. */
  save(runId: string, token: string, artifactId: string, verdict: Verdict): Promise<Verdict>;
  find(runId: string, token: string): Promise<Verdict | undefined>;
  /** Those of these tokens that there are, by token. */
  findAll(runId: string, tokens: readonly string[]): Promise<ReadonlyMap<string, Verdict>>;
  /** Those on these artifacts that their own runs gave, by the artifact's id. */
  onArtifacts(
    artifacts: readonly { readonly runId: string; readonly artifactId: string }[],
  ): Promise<ReadonlyMap<string, Verdict>>;
}
