/** Who did what and why: every write of a person or a program leaves a row (api 3). */
export interface Audit {
  add(entry: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly reason?: string;
    readonly requestId?: string;
  }): Promise<void>;
}
