import { CONSOLE } from '../../api/session/own-path.ts';

/** Of the element that tells what became of a press: a form leads to it, which puts the focus there without scripts too. */
export const OUTCOME = 'outcome';

const TOPOLOGIES: Readonly<Record<string, string>> = {
  dag: 'steps',
  'and-or': 'steps with choices',
  machine: 'state machine',
};

/** What a definition is made of, as people say it. */
export function topologyWord(topology: string): string {
  return TOPOLOGIES[topology] ?? topology;
}

/** Whether a press has just made a version, or it was there before. */
export type Published = 'anew' | 'before';

export function publishedWord(published: Published, version: number): string {
  if (published === 'anew') return `Published as version ${version}.`;
  return `Nothing was published: but for comments and layout, the text is what version ${version} says.`;
}

/** Paths of pages about definitions. `version` left out: the newest. */
export const definitionPaths = {
  list: `${CONSOLE}/definitions`,
  editor: `${CONSOLE}/definitions/new`,
  of: (name: string, version?: number): string =>
    `${CONSOLE}/definitions/${encodeURIComponent(name)}${version === undefined ? '' : `?version=${version}`}`,
  start: (name: string, version?: number): string =>
    `${CONSOLE}/definitions/${encodeURIComponent(name)}/start${version === undefined ? '' : `?version=${version}`}`,
  /** Where it is in REST. */
  rest: (name: string, version?: number): string =>
    `/v1/workflows/${encodeURIComponent(name)}${version === undefined ? '' : `/versions/${version}`}`,
} as const;
