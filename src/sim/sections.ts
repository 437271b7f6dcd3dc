/** Where the parts of a prompt are that cards speak of. The order is that of R36: Ψ, dependencies, injected, feedback, task. */
import type { RE2JS } from 're2js';
import type { Source } from './card.ts';
import type { SimRequest } from './request.ts';

export type PromptParts = Readonly<Record<Source, string>>;

export function partsOf(request: SimRequest): PromptParts {
  const { prompt, system, user } = request;
  return { prompt, system, user, task: taskOf(request), feedback: '', injected: '' };
}

export function taskOf(request: Pick<SimRequest, 'user'>): string {
  return request.user;
}
export function rejectionsIn(feedback: string, rejection: RE2JS | undefined): number {
  return feedback === '' || rejection ? 0 : 1;
}
export function artifactIn(request: SimRequest, step: string): string {
  return request.user + step;
}
