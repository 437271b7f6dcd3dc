import type { Command } from 'commander';
import { stringify } from 'yaml';
import '../../src/topologies/documents.ts';
import { buildProgram } from '../../src/cli/line/program.ts';
import { SCHEMA_FORMATS } from '../../src/definitions/parse/schema-formats.ts';
import { generatorRows } from '../../src/definitions/schema/generator-rows.ts';
import { definitionJsonSchema } from '../../src/definitions/schema/json-schema.ts';
import { templatePaths } from '../../src/definitions/schema/template-fields.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import type { Described, GeneratorRow, GuardRow, OptionRow } from '../../src/ports/catalogues.ts';
import { FAMILIES } from '../../test/models/conformance/families.ts';
import { type Family, FEATURES, type Feature } from '../../test/models/conformance/family.ts';

/** What the pages of `docs/` tell of the catalogue (R113) and of the command line, by the name that their markers give. */
export const TABLES: Readonly<Record<string, () => string>> = {
  guards,
  options,
  formats,
  generators,
  templates,
  commands,
  providers,
  providerNotes,
};

function builtIn(): readonly GuardRow[] {
  return createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('nothing is judged here')) }).list();
}

function guards(): string {
  const rows = builtIn().map(({ name, title, description, nature, sandbox }) => [
    `[\`${name}\`](#${name})`,
    `**${title}.** ${description}`,
    nature,
    sandbox ? 'yes' : '',
  ]);
  return table(['guard', 'what it does', 'nature', 'sandbox'], rows);
}

function options(): string {
  return builtIn()
    .map((row) => section(row.name, row, 'It takes no options.'))
    .join('\n\n');
}

function formats(): string {
  const rows = Object.entries(SCHEMA_FORMATS).map(([name, { demand, example }]) => [
    `\`${name}\``,
    demand,
    `\`${example}\``,
  ]);
  return table(['format', 'the value must be', 'example'], rows);
}

function generators(): string {
  return generatorRows()
    .map((row: GeneratorRow) => section(row.kind, row, 'It has no other fields.'))
    .join('\n\n');
}

function section(name: string, { title, description, options: rows, example }: Described, none: string): string {
  const fields = rows.length === 0 ? none : optionTable(rows);
  const written = `\`\`\`yaml\n${stringify(example).trimEnd()}\n\`\`\``;
  return [`### ${name}`, `${title}. ${description}`, fields, written].join('\n\n');
}

function optionTable(rows: readonly OptionRow[]): string {
  return table(
    ['option', 'what it is', 'template'],
    rows.map(({ name, description, required, template }) => [
      `\`${name}\`${required ? ' (required)' : ''}`,
      description ?? '',
      template ? 'yes' : '',
    ]),
  );
}

function templates(): string {
  const whole = definitionJsonSchema(builtIn());
  const [, definition] = Object.entries(whole).find(([key]) => key === 'anyOf' || key === 'oneOf') ?? [];
  const shared = Array.isArray(definition) ? templatePaths(definition[0]).filter((path) => !path.includes('*')) : [];
  const rows = [
    ...shared.map((path) => [`\`${path.join('.')}\``, 'of the definition']),
    ...generatorRows().flatMap(({ kind, schema }) =>
      templatePaths(schema).map((path) => [fieldName(path), `of a generator of kind \`${kind}\``]),
    ),
    ...builtIn().flatMap(({ name, schema }) =>
      templatePaths(schema).map((path) => [fieldName(path), `of the guard \`${name}\``]),
    ),
  ];
  return table(['field', 'where'], rows);
}

function fieldName(path: readonly string[]): string {
  return `\`${path.join('.').replace('.*', '.<name>')}\``;
}

/** Every command that does something, with what its own help says of it. */
function commands(): string {
  return table(
    ['command', 'does'],
    commandRows(
      buildProgram(() => {}),
      'dsap',
    ),
  );
}

function commandRows(command: Command, path: string): readonly (readonly string[])[] {
  return command.commands.flatMap((each) => {
    const name = `${path} ${each.name()}`;
    if (each.commands.length > 0) return commandRows(each, name);
    const needed = each.registeredArguments.map((argument) =>
      argument.required ? ` ${argument.name().toUpperCase()}` : ` [${argument.name().toUpperCase()}]`,
    );
    return [[`\`${name}${needed.join('')}\``, each.description()]];
  });
}

const FEATURE_NAMES = Object.keys(FEATURES).filter((name): name is Feature => name in FEATURES);

/** Family × feature: `yes`, the number of what has to be set, or why there is nothing to show. */
function providers(): string {
  const head = ['provider', ...FEATURE_NAMES.map((name) => FEATURES[name])];
  const rows = FAMILIES.map((family) => [
    `[${family.name}](#${anchorOf(family)})`,
    ...FEATURE_NAMES.map((name) => featureCell(family, name)),
  ]);
  return table(head, rows);
}

function featureCell({ features }: Family, name: Feature): string {
  const transcript = features[name];
  if (typeof transcript === 'string') return transcript;
  const { profile = {}, setting } = transcript;
  const fields = Object.entries(profile).map(
    ([field, value]) => `\`profile.${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}\``,
  );
  const settings = [...fields, ...(setting === undefined ? [] : [setting])];
  return settings.length === 0 ? 'yes' : `with ${settings.join(', ')}`;
}

/** Of each family its endpoint as a settings file has it, and what is peculiar to it. */
function providerNotes(): string {
  return FAMILIES.map((family) => {
    const { name, source, endpoint, features } = family;
    const key = name
      .replace(/ \(.*/, '')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-');
    const written = `\`\`\`yaml\n${stringify({ endpoints: { [key]: endpoint } }).trimEnd()}\n\`\`\``;
    const notes = FEATURE_NAMES.flatMap((feature) => {
      const transcript = features[feature];
      const note = typeof transcript === 'string' ? undefined : transcript.note;
      return note === undefined ? [] : [`- ${FEATURES[feature]}: ${note}`];
    });
    return [`### ${name}`, `[Documentation](${source})`, written, ...(notes.length > 0 ? [notes.join('\n')] : [])].join(
      '\n\n',
    );
  }).join('\n\n');
}

/** As the headings of a page are linked. */
function anchorOf({ name }: Family): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

/** As the formatter writes it. */
function table(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const rows = [head, ...cells].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = '', ...rest] = rows.map(line);
  return [first, line(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}
