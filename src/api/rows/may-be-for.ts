interface Named {
  /** Who may answer; empty: anybody. */
  readonly assignees: readonly string[];
  /** How many there are besides. */
  readonly moreAssignees: number;
}

/** Whether a question names one of these, or nobody, as far as its row tells: what is left out of a row may name them. */
export function mayBeFor({ assignees, moreAssignees }: Named, names: readonly string[]): boolean {
  return assignees.length === 0 || moreAssignees > 0 || assignees.some((one) => names.includes(one));
}
