/**
 * The parts of a prompt that cards speak of, found by the headings that the service writes (R36). What stands between fences is
 * somebody's text and holds no headings. A prompt of another make has a task only: all of it.
 */
import type { Source } from './card.ts';
import type { SimRequest } from './request.ts';

export type PromptParts = Readonly<Record<Source, string>>;

export function partsOf(request: SimRequest): PromptParts {
  const { prompt, system, user } = request;
  const named = (title: string) => sectionsOf(user).findLast((section) => section.title === title)?.text ?? '';
  return {
    prompt,
    system,
    user,
    task: taskOf(request),
    feedback: named('Rejected attempts'),
    injected: named('What failed before'),
  };
}

export function taskOf({ user }: SimRequest): string {
  return (
    sectionsOf(user)
      .findLast(({ title }) => title === 'Task')
      ?.text.trim() ?? user
  );
}

/** How many rejections the feedback tells of: the number of the newest one, since older ones may be left out. */
export function rejectionsIn(feedback: string): number {
  const numbers = unfencedLines(feedback).flatMap(({ line }) => /^## Attempt (\d+)$/.exec(line)?.[1] ?? []);
  return Math.max(0, ...numbers.map(Number));
}

/** An earlier step's accepted result as the prompt shows it; where it cannot be told apart, all but the feedback. */
export function artifactIn({ user }: SimRequest, name: string): string {
  const sections = sectionsOf(user);
  const results = sections.find(({ title }) => title === 'Accepted results of earlier steps')?.text ?? '';
  const lines = unfencedLines(results);
  const start = lines.find(({ line }) => line === `## ${name}`)?.index;
  if (start === undefined)
    return sections
      .filter(({ title }) => title !== 'Rejected attempts')
      .map(textOf)
      .join('\n');
  const end = lines.find(({ index, line }) => index > start && line.startsWith('## '))?.index;
  return results
    .split('\n')
    .slice(start + 1, end)
    .join('\n');
}

interface Section {
  readonly title: string;
  readonly text: string;
}

const TITLES = [
  'Specification',
  'Accepted results of earlier steps',
  'What failed before',
  'Rejected attempts',
  'Note',
  'Task',
].map((title) => `# ${title}`);

function sectionsOf(user: string): readonly Section[] {
  const lines = user.split('\n');
  const headings = unfencedLines(user).filter(({ line }) => TITLES.includes(line));
  return headings.map(({ index, line }, position) => ({
    title: line.slice(2),
    text: lines
      .slice(index + 1, headings[position + 1]?.index)
      .join('\n')
      .trim(),
  }));
}

function unfencedLines(text: string): readonly { readonly index: number; readonly line: string }[] {
  let fence = '';
  return text.split('\n').flatMap((line, index) => {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (fence !== '') {
      if (line === fence) fence = '';
      return [];
    }
    if (mark === undefined) return [{ index, line }];
    fence = mark;
    return [];
  });
}

function textOf({ text }: Section): string {
  return text;
}
