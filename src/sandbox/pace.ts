import { type ProcessRow, waitsForProcessor } from './process-table.ts';
import type { ProcessTree } from './process-tree.ts';
import type { Pace } from './sandbox.ts';

/** What a job is measured by. */
interface Measured {
  readonly tree: ProcessTree | undefined;
  /** Milliseconds of its limit, by the clock. */
  readonly wall: number;
  /** Milliseconds by which its sandbox started late. */
  readonly startLate: number;
  /** Asked in place of the tree, whose processes are not the job's. In milliseconds. */
  readonly processorTime?: (() => Promise<number | undefined>) | undefined;
}

/** Tells what a job did itself from what its machine did to it (R110). It measures from when it is made. */
export interface Pacer {
  /** Takes note of the processes that live now. */
  saw(rows: readonly ProcessRow[]): void;
  /** Measures once more, to be called while the processes live. Never rejects. */
  measure(): Promise<void>;
  /** As far as it was measured. */
  pace(): Pace;
  stop(): void;
}

export function pacerOf({ tree, wall, startLate, processorTime }: Measured): Pacer {
  const began = performance.now();
  const heart = heartbeat();
  const used = usedSince();
  let processor: number | undefined;

  function saw(rows: readonly ProcessRow[]): void {
    used.note(rows);
    if (!processorTime) processor = used.processor(rows);
  }

  async function measure(): Promise<void> {
    const rows = (await tree?.look().catch(() => undefined)) ?? [];
    if (rows.length > 0) saw(rows);
    if (processorTime) processor = await processorTime().catch(() => undefined);
    // What was read late is taken in proportion.
    if (processor !== undefined) processor *= Math.min(1, wall / (performance.now() - began));
  }

  // On Linux it is read before anything else happens.
  tree?.look().then(
    (rows) => used.begin(rows),
    () => {},
  );
  return {
    saw,
    measure,
    pace: () => ({
      wall,
      ...(processor !== undefined && { processor }),
      late: Math.max(startLate, heart.late(), used.waited()),
    }),
    stop: () => heart.stop(),
  };
}

/** Milliseconds between two beats. */
const BEAT = 50;

/** By how much the latest of all beats came too late, beside whatever runs. */
function heartbeat() {
  let [last, late] = [performance.now(), 0];
  function beat(): void {
    const now = performance.now();
    late = Math.max(late, now - last - BEAT);
    last = now;
  }
  const timer = setInterval(beat, BEAT).unref();
  return {
    late(): number {
      beat();
      return late;
    },
    stop: () => clearInterval(timer),
  };
}

/** What processes have used since `begin`, in milliseconds. */
function usedSince() {
  const own = new Map<string, number>();
  const [waitsBefore, waits] = [new Map<string, number>(), new Map<string, number>()];
  let before = 0;
  return {
    begin(rows: readonly ProcessRow[]): void {
      before = sum(rows.map(wholeTime));
      for (const row of rows) {
        own.set(keyOf(row), row.processor.own);
        for (const [thread, wait] of waitsForProcessor(row)) waitsBefore.set(thread, wait);
      }
    },
    /** How long the thread of each process waited that waited longest. */
    note(rows: readonly ProcessRow[]): void {
      for (const row of rows) {
        const threads = [...waitsForProcessor(row)].map(([thread, wait]) => wait - (waitsBefore.get(thread) ?? 0));
        waits.set(keyOf(row), Math.max(0, ...threads));
      }
    },
    /** Either way something is missing: who has ended and was waited for by nobody we know, or what was used between two looks. */
    processor(rows: readonly ProcessRow[]): number {
      for (const row of rows) own.set(keyOf(row), row.processor.own);
      return Math.max(0, sum(rows.map(wholeTime)) - before, sum([...own.values()]) - before);
    },
    /** All processes together, as where one follows another: those that wait for each other are at work more than they wait. */
    waited: () => sum([...waits.values()]),
  };
}

function wholeTime({ processor: { own, ended } }: ProcessRow): number {
  return own + ended;
}

/** A pid may be another process's later. */
function keyOf({ pid, started }: ProcessRow): string {
  return `${pid} ${started}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
