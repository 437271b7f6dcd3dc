import { h, type JSX } from 'preact';

interface Drawn {
  /** As the service made it. */
  readonly svg: string;
  /** What it shows, for who does not see it. */
  readonly of: string;
  /** Where it stands alone. */
  readonly href?: string;
}

/** A drawing in its own size, so that nothing moves when it comes. */
export function Drawing({ svg, of, href }: Drawn): JSX.Element {
  const side = (name: string): number | undefined => {
    const found = new RegExp(`^<svg [^>]*\\b${name}="(\\d+)"`).exec(svg)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const image = h('img', { src, width: side('width'), height: side('height'), alt: of });
  return h('div', { class: 'drawn' }, href === undefined ? image : h('a', { href }, image));
}
