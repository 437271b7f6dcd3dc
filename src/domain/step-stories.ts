import { FAILED } from './backtracks.ts';
import type { Event } from './event.ts';

/** How far a step of a run had to go (S3-DISC-1): the highest level it reached (formal A.3). */
export const LEVELS = ['first_try', 'refined', 'backtracked', 'escalated'] as const;
type Level = (typeof LEVELS)[number];

export interface StepStory {
  readonly step: string;
  /** The highest level that it reached. */
  readonly level: Level;
  /** It was satisfied, and trying again in its own context was all it took. */
  readonly isLevelOneOnly: boolean;
}

/** How far each step of a run that began had to go, in the order in which they began. */
export function stepStories(events: readonly Event[]): readonly StepStory[] {
  const stories = new Map<string, { reached: number; satisfied: boolean }>();
  const reach = (step: string, level: number) => {
    const story = stories.get(step);
    if (story) story.reached = Math.max(story.reached, level);
  };
  for (const event of events) {
    if (event.type === 'attempt.started' && !stories.has(event.step)) {
      stories.set(event.step, { reached: 0, satisfied: false });
    }
    if (event.type === 'guard.verdict' && event.verdict !== 'pass') reach(event.step, 1);
    if (event.type === 'ladder.climbed' || event.type === 'backtrack.started') reach(event.step, 2);
    if (event.type === 'escalation.opened' && event.step !== undefined && FAILED.has(event.kind)) reach(event.step, 3);
    if (event.type === 'step.satisfied' || event.type === 'step.invalidated') {
      const story = stories.get(event.step);
      if (story) story.satisfied = event.type === 'step.satisfied';
    }
  }
  return [...stories].map(([step, { reached, satisfied }]) => {
    const level = LEVELS[reached] ?? 'escalated';
    return { step, level, isLevelOneOnly: satisfied && reached <= 1 };
  });
}
