import type { Frame } from './frame.ts';
import type { Reader, Tail } from './tail.ts';

/** What is told of one run for all who read it as it comes. */
export interface RunFeed extends Pick<Tail, 'join' | 'leave'> {
  /** What comes after the reader's last; undefined: nothing yet. Throws what a look at the log threw: then the feed is of no more use. */
  next(reader: Reader): Promise<readonly Frame[] | 'over' | undefined>;
  /** About how many bytes a reader has still to read. */
  unread(reader: Reader): number;
  close(): void;
  /** Its ids are no seqs: a reader has the last one already, and comes back with that. */
  readonly hasOwnIds?: true;
}

/** One way to tell of runs as they go on, such as their logs. */
export interface FeedKind {
  /** No other kind has it. */
  readonly name: string;
  /** `onFailure`: the feed can tell nothing more. */
  open(runId: string, onFailure: () => void): RunFeed;
}
