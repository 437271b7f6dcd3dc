import { type ComponentChildren, h, type JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '../text/visible.ts';

/** What stands around every screen. */
export interface Surroundings {
  readonly version: string;
  /** The path of the style, which changes with its content. */
  readonly style: string;
  /** The path of the screen's island; undefined where there are no scripts. */
  readonly script?: string;
  /** Who is signed in; undefined where nobody needs to be. */
  readonly name?: string;
  readonly theme: Theme;
  /** The page's own path, to come back to. */
  readonly here: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Which colours a person wants: those of his system, or one ground for good. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Screen {
  /** Of the window; the page's own `h1` is in `content`. */
  readonly title: string;
  readonly content: ComponentChildren;
  /** Of the navigation: where the screen belongs. */
  readonly place?: Place;
  /** It has a search of its own. */
  readonly searches?: true;
  /** What it is opened for, as the skip links of its first Tabs name it; the id of an element that takes the focus. */
  readonly foremost?: { readonly name: string; readonly id: string };
  /** The one script of the screen, by its name in `islands/`; `page` where it has none of its own. */
  readonly island?: string;
  /** Lets in the styles that its island makes; such a page is kept nowhere. */
  readonly styleNonce?: string;
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

interface Framed {
  readonly screen: Screen;
  readonly around: Surroundings;
}

function Page({ screen, around }: Framed): JSX.Element {
  const { theme, now, style, script } = around;
  return h('html', { lang: 'en', 'data-now': now, ...(theme !== 'system' && { 'data-theme': theme }) }, [
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, `${visible(screen.title).text} · dsap`),
      h('link', { rel: 'icon', href: ICON }),
      h('link', { rel: 'stylesheet', href: style }),
      ...(script === undefined ? [] : [h('script', { type: 'module', src: script, nonce: screen.styleNonce })]),
    ]),
    h('body', null, [
      h('a', { class: 'skip', href: '#main' }, 'To the content'),
      ...(screen.foremost
        ? [h('a', { class: 'skip', href: `#${screen.foremost.id}` }, `To ${screen.foremost.name}`)]
        : []),
      h(Banner, { screen, around }),
      h('main', { id: 'main', tabIndex: -1 }, screen.content),
      h(Foot, around),
    ]),
  ]);
}

/** A loop with a tick, on the colour of what is under way. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b62b8"/><path d="M3.5 8.5 7 12l5.5-8" fill="none" stroke="#fff" stroke-width="2.2"/></svg>',
)}`;

function Banner({ screen: { place, searches }, around: { name } }: Framed): JSX.Element {
  const items = PLACES.map((to) =>
    h('li', null, h('a', { href: to.href, ...(to.name === place && { 'aria-current': 'page' as const }) }, to.name)),
  );
  return h('header', { class: 'banner' }, [
    h('strong', null, 'dsap'),
    h('nav', { 'aria-label': 'Main' }, h('ul', null, [...items, ...(searches ? [] : [h(ToSearch, null)])])),
    ...(searches ? [] : [h(Search, null)]),
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

/** In place of the search where there is no room for it. */
function ToSearch(): JSX.Element {
  return h('li', { class: 'narrow' }, h('a', { href: '/console/runs#q' }, 'Search'));
}

function Search(): JSX.Element {
  return h('form', { method: 'get', action: '/console/runs', role: 'search' }, [
    h('input', {
      name: 'q',
      type: 'search',
      maxLength: 200,
      'aria-label': 'Search runs',
      placeholder: 'Run id, tag, workflow',
    }),
  ]);
}

/** What changes comes in by scripts alone, so that they alone say whether it does. */
function Foot({ version, theme, here }: Surroundings): JSX.Element {
  return h('footer', { class: 'foot' }, [
    h('small', null, `dsap ${version} · times are UTC`),
    h('small', { id: 'live' }),
    h('form', { method: 'post', action: '/console/theme', class: 'theme' }, [
      h('small', { id: 'theme' }, 'Colours'),
      h('input', { type: 'hidden', name: 'to', value: here }),
      ...THEMES.map((each) =>
        h(
          'button',
          {
            type: 'submit',
            name: 'theme',
            value: each,
            class: 'quiet',
            'aria-pressed': each === theme,
            'aria-describedby': 'theme',
          },
          `${each.charAt(0).toUpperCase()}${each.slice(1)}`,
        ),
      ),
    ]),
  ]);
}
