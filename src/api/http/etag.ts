/** A strong entity tag. */
export function etagOf(value: string | number): string {
  return `"${value}"`;
}

/** Whether `If-Match` lets a change go on; strong comparison, as RFC 9110 asks for it. */
export function isCurrent(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined) return true;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etag);
}

/** Whether `If-None-Match` names the tag; weak comparison, as RFC 9110 asks for GET. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
