import { type Event, FAILED } from '../model/event.ts';

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

/**
 * How far each step of a run that began had to go, in the order in which they began. A step that was cut off by the end of its run
 * before anything of it was rejected has no story.
 */
export function stepStories(events: readonly Event[]): readonly StepStory[] {
  const stories = new Map<string, Story>();
  let isOver = false;
  for (const event of events) {
    if (event.type === 'attempt.started' && !stories.has(event.step)) {
      stories.set(event.step, { reached: 0, sigma: 'open', parkedBy: new Set() });
    }
    if (event.type === 'run.closed') isOver = true;
    if (event.type === 'run.resumed') isOver = false;
    follow(stories, event);
  }
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
