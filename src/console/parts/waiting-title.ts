/** The title of the page of what waits; `isMore`: there are more questions than are listed. */
export function waitingTitle(listed: number, isMore: boolean): string {
  return listed === 0 ? 'Waiting' : `(${listed}${isMore ? '+' : ''}) Waiting`;
}

/** A title of a page once its list has become longer or shorter; what it says of more than are listed stays true. */
export function recounted(title: string, listed: number): string {
  return title.replace(/^(?:\(\d+(\+?)\) )?/, (_, more = '') => (listed === 0 ? '' : `(${listed}${more}) `));
}
