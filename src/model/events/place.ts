/** What every event about a step says (R58). */
export interface Place {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
}

/** Where an attempt stands: `token` names the call for ever (R27), `n` counts the step's attempts over all epochs (R25). */
export interface At extends Place {
  readonly token: string;
}
