/** Who did what to what, and why. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason?: string;
  readonly requestId?: string;
  /** Of a decision: stands for all that the person was shown. */
  readonly shown?: string;
}

/** Every write of a person or a program leaves a row (api 3). */
export interface Audit {
  add(entry: AuditEntry): Promise<void>;
}
