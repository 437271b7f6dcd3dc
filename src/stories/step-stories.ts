import type { Event } from '../model/event.ts';
import { FAILED } from '../model/events/escalations.ts';

/** How far a step of a run had to go (S3-DISC-1): the highest level it reached (formal A.3). */
export const LEVELS = ['first_try', 'refined', 'backtracked', 'escalated'] as const;
type Level = (typeof LEVELS)[number];

export interface StepStory {
  readonly step: string;
  /** The highest level that it reached. */
  readonly level: Level;
  /** Neither settled nor parked, in a run that goes on: what level it will reach is open (R124). */
  readonly isUnderWay: boolean;
  /** It was satisfied, and trying again in its own context was all it took. */
  readonly isLevelOneOnly: boolean;
}

interface Story {
  reached: number;
  sigma: 'open' | 'satisfied' | 'waived';
  /** Questions that keep the run from going on with it. */
  readonly parkedBy: Set<string>;
}

/** What the stories of a log so far leave behind for the rest of it. */
export interface StoryMemory {
  readonly stories: Map<string, Story>;
  isOver: boolean;
}

export function newStories(): StoryMemory {
  return { stories: new Map(), isOver: false };
}

/** Goes on by one event. */
export function followStories(memory: StoryMemory, event: Event): void {
  const { stories } = memory;
  if (event.type === 'attempt.started' && !stories.has(event.step)) {
    stories.set(event.step, { reached: 0, sigma: 'open', parkedBy: new Set() });
  }
  if (event.type === 'run.closed') memory.isOver = true;
  if (event.type === 'run.resumed') memory.isOver = false;
  follow(stories, event);
}

/**
 * How far each step of a run that began had to go, in the order in which they began. A step that was cut off by the end of its run
 * before anything of it was rejected has no story.
 */
export function stepStoriesIn({ stories, isOver }: StoryMemory): readonly StepStory[] {
  return [...stories].flatMap(([step, { reached, sigma, parkedBy }]) => {
    const isOpen = sigma === 'open' && parkedBy.size === 0;
    if (isOpen && isOver && reached === 0) return [];
    const level = LEVELS[reached] ?? 'escalated';
    return [{ step, level, isUnderWay: isOpen && !isOver, isLevelOneOnly: sigma === 'satisfied' && reached <= 1 }];
  });
}

function follow(stories: ReadonlyMap<string, Story>, event: Event): void {
  if (isAnswer(event)) for (const { parkedBy } of stories.values()) parkedBy.delete(event.escalationId);
  const story = 'step' in event && event.step !== undefined ? stories.get(event.step) : undefined;
  if (!story) return;
  const reach = (level: number) => {
    story.reached = Math.max(story.reached, level);
  };
  if (event.type === 'guard.verdict' && event.verdict !== 'pass') reach(1);
  if (event.type === 'ladder.climbed' || event.type === 'backtrack.started') reach(2);
  if (event.type === 'escalation.opened') {
    if (FAILED.has(event.kind)) reach(3);
    if (event.branch !== true) story.parkedBy.add(event.escalationId);
  }
  if (event.type === 'step.satisfied') story.sigma = 'satisfied';
  if (event.type === 'step.waived') story.sigma = 'waived';
  if (event.type === 'step.invalidated' || event.type === 'step.reopened') story.sigma = 'open';
}

type Answer = Extract<Event, { type: 'escalation.decided' | 'escalation.withdrawn' | 'escalation.expired' }>;

function isAnswer(event: Event): event is Answer {
  return (
    event.type === 'escalation.decided' || event.type === 'escalation.withdrawn' || event.type === 'escalation.expired'
  );
}
