import { type ComponentChildren, h, type JSX } from 'preact';
import type { DefinitionPageView } from '../../../api/definitions/page.ts';
import { counted } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { definitionPaths, type Published, publishedWord } from '../../parts/definitions.ts';
import { type Fields, LIMITS } from '../../parts/fields.ts';
import { Foreign } from '../../parts/texts.ts';
import type { InputField } from './schema-fields.ts';

export interface StartScreen {
  readonly definition: DefinitionPageView;
  readonly fields: readonly InputField[];
  readonly models: readonly { readonly name: string }[];
  /** What was typed before, by the names of the fields; all of it stands there again. */
  readonly typed?: Fields;
  /** Another one each time the form is shown: pressed twice, it starts one run. */
  readonly key: string;
  /** What a press has just done to the definition. */
  readonly published?: Published | undefined;
  /** Why nothing was started. */
  readonly refused?: string;
  /** What was wrong with a field, by its name. */
  readonly wrong: ReadonlyMap<string, string>;
}

/** The name of the form's field for a value of the input. */
export function fieldName(pointer: string): string {
  return `input${pointer}`;
}

/** Asks what a run begins with (console 2): its input by the schema, its model, limits and tags. */
export function startScreen(screen: StartScreen): Screen {
  const { definition, fields, key, refused, published } = screen;
  const { name, version, newest, bound } = definition;
  return {
    title: `Start ${name}`,
    place: 'Definitions',
    content: [
      h('p', { class: 'crumbs' }, [
        h('a', { href: definitionPaths.of(name, version) }, h(Foreign, { text: name })),
        ` · version ${version}${version === newest ? '' : ` of ${newest}`}`,
      ]),
      h('h1', null, ['Start ', h(Foreign, { text: name })]),
      ...(published === undefined
        ? []
        : [h('p', { class: 'status', role: 'status' }, publishedWord(published, version))]),
      ...(refused === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, h(Foreign, { text: refused }))]),
      h('form', { method: 'post', action: definitionPaths.start(name) }, [
        h('input', { type: 'hidden', name: 'version', value: version }),
        h('input', { type: 'hidden', name: 'key', value: key }),
        h('fieldset', null, [
          h('legend', null, 'Input'),
          ...fields.map((field) => h(InputRow, { key: field.pointer, field, screen })),
        ]),
        h(Settings, screen),
        h('p', null, `A run makes at most ${counted(bound.generations, 'generation')}, whatever happens.`),
        h('p', { class: 'actions' }, h('button', { type: 'submit', class: 'primary' }, 'Start')),
      ]),
    ],
  };
}

interface Row {
  readonly id: string;
  readonly label: string;
  readonly required?: boolean;
  readonly about?: string | undefined;
  readonly wrong: string | undefined;
  /** It is the first that is wrong. */
  readonly isFirst: boolean;
  /** Made with what ties it to what is told of it. */
  readonly make: (tied: Tied) => JSX.Element;
}

interface Tied {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly autofocus?: true;
}

/** A field with its label, what is said of it, and what was wrong with it. */
function Labelled({ id, label, required = false, about, wrong, isFirst, make }: Row): JSX.Element {
  const notes = [...(about === undefined ? [] : [`${id}-about`]), ...(wrong === undefined ? [] : [`${id}-wrong`])];
  const tied: Tied = {
    id,
    name: id,
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(wrong !== undefined && { 'aria-invalid': true }),
    ...(isFirst && { autofocus: true }),
  };
  return h('div', { class: 'field' }, [
    h('label', { for: id }, [h(Foreign, { text: label }), ...(required ? [h('small', null, ' needed')] : [])]),
    ...(about === undefined ? [] : [h('small', { id: `${id}-about` }, h(Foreign, { text: about }))]),
    make(tied),
    ...(wrong === undefined ? [] : [h('p', { id: `${id}-wrong`, class: 'wrong' }, h(Foreign, { text: wrong }))]),
  ]);
}

function InputRow({ field, screen }: { readonly field: InputField; readonly screen: StartScreen }): JSX.Element {
  const { typed } = screen;
  const { pointer, label, required, about } = field;
  const name = fieldName(pointer);
  const value = typed === undefined ? field.initial : (typed[name] ?? '');
  return h(Labelled, {
    id: name,
    label,
    required,
    about: aboutOf(field, about),
    ...wrongAt(screen, name),
    make: (tied) => control(field, value, tied),
  });
}

/** What was wrong with a field; the first of them has the focus, else the first of all. */
function wrongAt({ fields, wrong }: StartScreen, name: string): Pick<Row, 'wrong' | 'isFirst'> {
  const names = [...fields.map(({ pointer }) => fieldName(pointer)), ...SETTINGS];
  const first = names.find((each) => wrong.has(each)) ?? names[0];
  return { wrong: wrong.get(name), isFirst: name === first };
}

/** Fields beside the input, in their order. */
const SETTINGS: readonly string[] = ['model', ...LIMITS.map(([limit]) => limit), 'tags'];

function aboutOf({ kind, pointer }: InputField, about: string | undefined): string | undefined {
  const how = kind === 'lines' ? 'One in each line.' : kind === 'json' && pointer !== '' ? 'As JSON.' : undefined;
  return [about, how].filter((part) => part !== undefined).join(' ') || undefined;
}

function control(field: InputField, value: string, tied: Tied): JSX.Element {
  switch (field.kind) {
    case 'number':
      return h('input', { ...tied, value, inputMode: 'decimal', autocomplete: 'off' });
    case 'truth':
      return choice(
        [
          ['true', 'yes'],
          ['false', 'no'],
        ],
        value,
        tied,
      );
    case 'choice':
      return choice(
        field.values.map((each) => [each, wordOf(each)]),
        value,
        tied,
      );
    case 'text':
      return area(value, tied, 1);
    case 'lines':
      return area(value, tied, 3);
    case 'json':
      return area(value, tied, 6);
  }
}

function area(value: string, tied: Tied, rows: number): JSX.Element {
  return h('textarea', { ...tied, rows, dir: 'auto' }, `\n${value}`);
}

function choice(values: readonly (readonly [value: string, word: string])[], chosen: string, tied: Tied): JSX.Element {
  const options: ComponentChildren[] = values.map(([value, word]) =>
    h('option', { value, selected: value === chosen }, visible(word).text),
  );
  return h('select', tied, [h('option', { value: '' }, '–'), ...options]);
}

/** A text without its quotes. */
function wordOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function Settings(screen: StartScreen): JSX.Element {
  const { models, typed = {}, wrong } = screen;
  const line = (id: string, label: string, about?: string, more: object = {}): JSX.Element =>
    h(Labelled, {
      id,
      label,
      about,
      ...wrongAt(screen, id),
      make: (tied) => h('input', { ...tied, value: typed[id] ?? '', autocomplete: 'off', ...more }),
    });
  const isOpen = SETTINGS.some((id) => wrong.has(id) || (typed[id] ?? '') !== '');
  return h('details', { open: isOpen }, [
    h('summary', null, 'Model, limits, tags'),
    line('model', 'Model', 'Of every step that names none; left empty, the one of the definition or the service.', {
      list: 'models',
    }),
    h(
      'datalist',
      { id: 'models' },
      models.map(({ name }) => h('option', { key: name, value: name })),
    ),
    ...LIMITS.map(([limit, label]) => line(limit, label)),
    h(Labelled, {
      id: 'tags',
      label: 'Tags',
      about: 'One in each line; runs are found by them.',
      ...wrongAt(screen, 'tags'),
      make: (tied) => area(typed['tags'] ?? '', tied, 2),
    }),
  ]);
}
