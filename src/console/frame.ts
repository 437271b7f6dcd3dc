import { type ComponentChildren, h, type JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '../text/visible.ts';

/** What stands around every screen. */
export interface Surroundings {
  readonly version: string;
  /** The path of the style, which changes with its content. */
  readonly style: string;
  /** Who is signed in; undefined where nobody needs to be. */
  readonly name?: string;
}

export interface Screen {
  /** Of the window; the page's own `h1` is in `content`. */
  readonly title: string;
  readonly content: ComponentChildren;
  /** Of the navigation: where the screen belongs. */
  readonly place?: Place;
}

const PLACES = [
  { name: 'Waiting', href: '/console' },
  { name: 'Runs', href: '/console/runs' },
  { name: 'Definitions', href: '/console/definitions' },
  { name: 'Parts', href: '/console/parts' },
] as const;
type Place = (typeof PLACES)[number]['name'];

/** A whole page. All of it is escaped; there is no other way in for text. */
export function page(screen: Screen, around: Surroundings): string {
  return `<!doctype html>${renderToString(h(Page, { screen, around }))}`;
}

function Page({ screen, around }: { readonly screen: Screen; readonly around: Surroundings }): JSX.Element {
  return h('html', { lang: 'en' }, [
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, `${visible(screen.title).text} · dsap`),
      h('link', { rel: 'stylesheet', href: around.style }),
    ]),
    h('body', null, [
      h('a', { class: 'skip', href: '#main' }, 'To the content'),
      h(Banner, { place: screen.place, around }),
      h('main', { id: 'main', tabIndex: -1 }, screen.content),
      h('footer', null, h('small', null, `dsap ${around.version} · times are UTC`)),
    ]),
  ]);
}

function Banner({
  place,
  around: { name },
}: {
  readonly place: Place | undefined;
  readonly around: Surroundings;
}): JSX.Element {
  return h('header', { class: 'banner' }, [
    h('strong', null, 'dsap'),
    h(
      'nav',
      { 'aria-label': 'Main' },
      h(
        'ul',
        null,
        PLACES.map((to) =>
          h(
            'li',
            null,
            h('a', { href: to.href, ...(to.name === place && { 'aria-current': 'page' as const }) }, to.name),
          ),
        ),
      ),
    ),
    ...(name === undefined
      ? []
      : [
          h('form', { method: 'post', action: '/console/sign-out' }, [
            h('small', null, `${visible(name).text} `),
            h('button', { type: 'submit', class: 'quiet' }, 'Sign out'),
          ]),
        ]),
  ]);
}
