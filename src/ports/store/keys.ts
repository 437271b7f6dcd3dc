/** Keys that the processes on one database have in common. */
export interface ServiceKeys {
  /** 32 random bytes, drawn when a name is first asked for and the same for ever after. */
  of(name: string): Promise<Uint8Array>;
  /** Whether it was asked for before. */
  has(name: string): Promise<boolean>;
}
