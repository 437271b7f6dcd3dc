/** The attributes by which a page names the stream that it goes on with; `after`: where it stood when it was read. */
export function followed(path: string, after: string | number): Readonly<Record<`data-${string}`, string>> {
  return { 'data-follow': path, 'data-after': String(after) };
}
