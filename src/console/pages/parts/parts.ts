import { type ComponentChildren, h, type JSX } from 'preact';
import { stringify } from 'yaml';
import { counted } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { Foreign } from '../../parts/texts.ts';

/** What a catalogue tells of a part. */
interface Part {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** As a definition writes it. */
  readonly example?: unknown;
  readonly options: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly required: boolean;
    readonly template: boolean;
  }[];
  /** Short facts, such as its nature. */
  readonly facts: readonly string[];
}

export interface PartsScreen {
  readonly guards: readonly Part[];
  readonly generators: readonly Part[];
  readonly agents: readonly Part[];
  readonly models: readonly {
    readonly name: string;
    readonly endpoint?: string | undefined;
    /** Of a name that stands for several models. */
    readonly route?: readonly string[] | undefined;
  }[];
}

/** What a definition may name, with its options and an example. */
export function partsScreen({ guards, generators, agents, models }: PartsScreen): Screen {
  return {
    title: 'Parts',
    place: 'Parts',
    content: [
      h('h1', null, 'Parts'),
      h('p', null, 'What a definition may name here. A guard judges what a generator has made.'),
      h('nav', { 'aria-label': 'On this page' }, [
        h(
          'ul',
          null,
          ['Guards', 'Generators', 'Agents', 'Models'].map((name) =>
            h('li', { key: name }, h('a', { href: `#${name.toLowerCase()}` }, name)),
          ),
        ),
      ]),
      h(Catalogue, { name: 'Guards', parts: guards, none: 'There are no guards.' }),
      h(Catalogue, { name: 'Generators', parts: generators, none: 'There are no generators.' }),
      h(Catalogue, {
        name: 'Agents',
        parts: agents,
        none: 'There are none yet. Whoever runs this service adds them by a worker module: the setting DSAP_WORKER_MODULE names it, and the page “Own parts” of the documentation tells how one is written.',
      }),
      h(Section, { name: 'Models' }, [
        h(
          'p',
          null,
          h('a', { href: '/console/endpoints' }, 'Which endpoints are there, what waits for them, and what caps leave'),
        ),
        models.length === 0
          ? h('p', null, 'No endpoint offers a model: set OPENAI_API_KEY or OPENAI_BASE_URL.')
          : h(
              'ul',
              { class: 'plain' },
              models.map(({ name, endpoint, route = [] }) =>
                h('li', { key: name }, [
                  h(Foreign, { text: name }),
                  h('small', null, [' ', h(Foreign, { text: endpoint ?? route.join(', ') })]),
                ]),
              ),
            ),
      ]),
    ],
  };
}

function Section({ name, children }: { readonly name: string; readonly children?: ComponentChildren }): JSX.Element {
  const id = name.toLowerCase();
  return h('section', { 'aria-labelledby': id }, [h('h2', { id }, name), children]);
}

function Catalogue({
  name,
  parts,
  none,
}: {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly none: string;
}): JSX.Element {
  return h(
    Section,
    { name },
    parts.length === 0 ? h('p', null, none) : parts.map((part) => h(PartLine, { key: part.name, part })),
  );
}

function PartLine({
  part: { name, title, description, example, options, facts },
}: {
  readonly part: Part;
}): JSX.Element {
  const needed = options.filter(({ required }) => required).length;
  const words =
    options.length === 0
      ? 'no options'
      : `${counted(options.length, 'option')}, ${needed === 0 ? 'none' : needed} needed`;
  return h('details', { class: 'part' }, [
    h('summary', null, [
      h('code', null, h(Foreign, { text: name })),
      h('small', null, ` ${[...facts, words].join(' · ')}`),
      ...(description === undefined ? [] : [h('br', null), h('small', null, h(Described, { text: description }))]),
    ]),
    ...(title === undefined ? [] : [h('p', null, h(Foreign, { text: title }))]),
    ...(options.length === 0 ? [] : [h(Options, { options })]),
    ...(example === undefined
      ? []
      : [
          h(
            'pre',
            { tabIndex: 0, role: 'group', 'aria-label': `Example of ${visible(name).text}` },
            visible(stringify(example)).text,
          ),
        ]),
  ]);
}

/** A description, in which names stand between backticks. */
function Described({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return h(Foreign, { text });
  return h(
    'bdi',
    null,
    parts.map((part, at) => (at % 2 === 0 ? visible(part).text : h('code', { key: at }, visible(part).text))),
  );
}

function Options({ options }: Pick<Part, 'options'>): JSX.Element {
  return h(
    'dl',
    null,
    options.flatMap(({ name, description = '', required, template }) => [
      h('dt', { key: `${name}-name` }, [
        h('code', null, h(Foreign, { text: name })),
        ...(required ? [' needed'] : []),
        ...(template ? [' template'] : []),
      ]),
      h('dd', { key: name }, h(Described, { text: description })),
    ]),
  );
}
