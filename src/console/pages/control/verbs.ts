/** What people do with a run as a whole: how each is called, and what REST is asked for. */

export interface Verb {
  /** As a form sends it. */
  readonly action: string;
  readonly label: string;
  /** Below the run's address in REST. */
  readonly path: 'stop' | 'pause' | 'resume' | 'terminate';
  readonly body?: { readonly mode: 'after_attempt' };
  /** It cannot be taken back: it is pressed twice. */
  readonly isFinal?: true;
}

export const VERBS: readonly Verb[] = [
  { action: 'pause', label: 'Pause', path: 'pause' },
  { action: 'resume', label: 'Resume', path: 'resume' },
  { action: 'stop', label: 'Stop now', path: 'stop' },
  { action: 'stop-after', label: 'Stop after the attempt', path: 'stop', body: { mode: 'after_attempt' } },
  { action: 'terminate', label: 'Terminate', path: 'terminate', isFinal: true },
];

/** Before the action of a second press. */
export const FOR_GOOD = 'sure-';
