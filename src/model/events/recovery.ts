import type { Place } from './place.ts';

/** What saw that a step goes in circles (R6, R17, R19). */
export type Detector = 'repetition' | 'similarity' | 'diffuse';

export type StagnationAction = 'climbed' | 'backtracked' | 'escalated' | 'failed' | 'warned';

/**
 * What joins a step's specification (formal A.2 Def 8): the rejections of another step's epoch, summarised when rendered, or a
 * person's guidance. `from` is that step, or the escalation.
 */
export interface Injection {
  readonly from: string;
  readonly fromEpoch?: number;
  /** Guidance of at most 1 KiB; longer ones by digest (R75). */
  readonly text?: string;
  readonly digest?: string;
}

/** What follows a rejection beside another attempt. */
export type RecoveryEvent =
  | ({
      readonly type: 'stagnation.detected';
      readonly guard: string;
      readonly detector: Detector;
      readonly action: StagnationAction;
    } & Place)
  | ({ readonly type: 'ladder.climbed'; readonly rung: number; readonly model: string } & Place)
  | ({ readonly type: 'backtrack.started'; readonly guard: string; readonly targets: readonly string[] } & Place)
  | ({ readonly type: 'context.injected' } & Injection & Place);
