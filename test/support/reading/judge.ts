/** Reads a story by the contract, and says where it went otherwise. */
import type { Story } from '../random/story.ts';
import { closeCascade } from './cascades.ts';
import { checkBindings, checkQuestions, checkRest, checkTold } from './endings.ts';
import { readEvent } from './events.ts';
import { type Complaint, Reader } from './reader.ts';

export function judge(story: Story): readonly Complaint[] {
  const reader = new Reader(story);
  for (const moment of story.moments) {
    reader.moment = moment;
    for (const event of moment.events) readEvent(reader, event);
    closeCascade(reader);
    checkQuestions(reader);
    reader.endMoment();
    reader.now.allowsBacktrack = undefined;
    reader.now.exhausted = undefined;
    reader.now.refused = undefined;
    checkTold(reader);
    if (moment.isRest) checkRest(reader);
    if (reader.now.isClosed) checkBindings(reader);
  }
  return reader.complaints;
}
