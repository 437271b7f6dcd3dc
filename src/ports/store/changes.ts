import type { EscalationRow } from './escalations.ts';
import type { RunRow } from './runs.ts';

/** A point in the history of the database. Everything that is not seen there yet counts as changed after it. */
export interface Position {
  /** Opaque; the same for every process on the database. */
  readonly id: string;
  /** Everything that began to be written behind it was not seen there for certain. */
  readonly edge: string;
}

/** What is known of a run's last change. */
interface ChangedRun {
  readonly row: RunRow;
  /** Its change was stored behind the edge that was asked for. */
  readonly isBehindEdge: boolean;
}

export interface Changed {
  /** Nothing that was seen here is missing below. */
  readonly position: Position;
  readonly runs: readonly ChangedRun[];
  /** Those of these runs that have changed themselves. */
  readonly questions: readonly EscalationRow[];
}

/** Somebody who wants to know which runs change. */
export interface ChangeHearer {
  /** A batch was stored, by any process, or a fault of a call, whose seq is 0; in the order in which they were. */
  hear(runId: string, seq: number): void;
  /** Some may have been missed; from here on everything is heard again. */
  returned(): void;
}

/** What changes in all runs, whoever changes it (console 3). Nobody who listens costs a statement. */
export interface Changes {
  now(): Promise<Position>;
  /**
   * The runs and questions that were changed after a position, each as it stands, once or more: of these runs, where `among` says which; and the
   * runs `again`, changed or not. Undefined: nobody can say any more, or more than `limit` runs were.
   */
  since(
    id: string,
    only?: {
      readonly among?: readonly string[];
      readonly again?: readonly string[];
      readonly edge?: string;
      readonly limit?: number;
    },
  ): Promise<Changed | undefined>;
  /** The answer ends it. */
  follow(hearer: ChangeHearer): () => void;
}
