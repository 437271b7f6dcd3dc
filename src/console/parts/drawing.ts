import { h, type JSX } from 'preact';

/** A drawing as the service made it, in its own size, so that nothing moves when it comes; `of` says what it shows to who does not see it. */
export function Drawing({
  svg,
  of,
  href,
}: {
  readonly svg: string;
  readonly of: string;
  readonly href?: string;
}): JSX.Element {
  const side = (name: string): number | undefined => {
    const found = new RegExp(`^<svg [^>]*\\b${name}="(\\d+)"`).exec(svg)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const image = h('img', {
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    width: side('width'),
    height: side('height'),
    alt: of,
  });
  return h('div', { class: 'drawn' }, href === undefined ? image : h('a', { href }, image));
}
