/** What a form sent that decided nothing: it is all there again. */
export interface Unsent {
  readonly fields: Readonly<Record<string, string>>;
  /** What was refused, and why; none where it is told beside the button that is to be pressed once more. */
  readonly problem?: string;
  /** The problem is that nothing was said, or no limit named: it is told there. */
  readonly needs?: 'words' | 'limits';
  /** Parts of the question that are not as they were shown. */
  readonly changed: readonly string[];
}
