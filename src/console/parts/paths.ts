import { CONSOLE } from '../../api/session/own-path.ts';

/** Of a run's page. */
export function runPath(id: string): string {
  return `${CONSOLE}/runs/${encodeURIComponent(id)}`;
}

/** Of a step's page; `n` opens one of its attempts. */
export function stepPath(id: string, step: string, n?: number): string {
  const path = `${runPath(id)}/steps/${encodeURIComponent(step)}`;
  return n === undefined ? path : `${path}?attempt=${n}`;
}

/** Of a step's page with a text of it open, whoever made it. */
export function textPath(id: string, step: string, artifactId: string): string {
  return `${stepPath(id, step)}?artifact=${encodeURIComponent(artifactId)}`;
}

/** Of any text, seen from a run: who follows it need not know which step has made it, or whether one has. */
export function anyTextPath(id: string, artifactId: string): string {
  return `${runPath(id)}/texts/${encodeURIComponent(artifactId)}`;
}

/** Two attempts of a step by their ordinals. */
export interface Pair {
  readonly id: string;
  readonly step: string;
  readonly a: number;
  readonly b: number;
  /** The run that the second is of, where that is another one. */
  readonly run?: string;
}

/** Of two attempts side by side. */
export function comparePath({ id, step, a, b, run }: Pair): string {
  const query = new URLSearchParams({ a: `${a}`, b: `${b}`, ...(run !== undefined && { run }) });
  return `${stepPath(id, step)}/compare?${query.toString()}`;
}

/** A run's address in REST. */
export function restOfRun(id: string): string {
  return `/v1/runs/${encodeURIComponent(id)}`;
}

/** A step's address in REST. */
export function restOfStep(id: string, step: string): string {
  return `${restOfRun(id)}/steps/${encodeURIComponent(step)}`;
}

/** Where REST has what is said of an artifact. */
export function restOfArtifact(id: string): string {
  return `/v1/artifacts/${encodeURIComponent(id)}`;
}

/** Where an artifact's text is, whole and as it was made. */
export function contentPath(artifactId: string): string {
  return `${restOfArtifact(artifactId)}/content`;
}
