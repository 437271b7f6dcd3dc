/** Tells whether the model that a provider names in its answer is the one that was asked (llm 1.8). */

/** Further names that models answer under: of every model, or of each one. `*` in a name stands for anything. */
export type AnswersAs = readonly string[] | Readonly<Record<string, string | readonly string[]>>;

/** Whether an answer under that name is one of the model that was asked, both as on the wire. */
export function answersFor(asked: string, answered: string, answersAs: AnswersAs = []): boolean {
  if (isSameModel(asked, answered)) return true;
  const names = isList(answersAs)
    ? answersAs
    : Object.entries(answersAs).flatMap(([model, others]) => (fits(model, asked) ? others : []));
  return names.some((name) => fits(name, answered));
}

function isList(names: AnswersAs): names is readonly string[] {
  return Array.isArray(names);
}

/** Whether a name of the settings, in which `*` stands for anything, is that of the model. */
function fits(name: string, model: string): boolean {
  if (!name.includes('*')) return isSameModel(name, model);
  const parts = canonical(name)
    .split('*')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(canonical(model));
}

/**
 * Whether two names are of one model: they differ in letter case, in a prefix (`openai/`, `models/`, the path of a file), in a tag that
 * leads to the same weights, or in a date or number of a snapshot that only one of them has. Two snapshots of one model are two models.
 */
export function isSameModel(one: string, other: string): boolean {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  const [last, otherLast] = [a.pop() ?? '', b.pop() ?? ''];
  const depth = Math.min(a.length, b.length);
  const isBelow = depth === 0 || a.slice(-depth).join('/') === b.slice(-depth).join('/');
  if (!isBelow) return false;
  return (
    last === otherLast || isSnapshot(last, otherLast) || isSnapshot(otherLast, last) || isSameDate(last, otherLast)
  );
}

/**
 * Names under which the price of a model may be listed, the exact one first: as the provider writes it, without the date of its snapshot,
 * and without a prefix.
 */
export function pricedNames(answered: string): readonly string[] {
  const short = answered.slice(answered.lastIndexOf('/') + 1);
  return [...new Set([answered, undated(answered), short, undated(short)])].filter((name) => name !== '');
}

function undated(name: string): string {
  return name.replace(new RegExp(`${SNAPSHOT}$`), '');
}

function segmentsOf(name: string): string[] {
  return canonical(name).split('/').filter(Boolean);
}

function canonical(name: string): string {
  const path = name.trim().toLowerCase().replaceAll('\\', '/');
  const cached = /(?:^|\/)models--([^/]+?)--([^/]+)/.exec(path);
  const plain = cached
    ? `${cached[1]}/${cached[2]}`
    : IN_FILES.test(path)
      ? path.replace(/\/+$/, '').replace(/^.*\//, '')
      : path;
  const bare = WITHOUT.reduce((rest, part) => rest.replace(part, ''), plain).replace(/\bgpt-35\b/, 'gpt-3.5');
  // OpenRouter writes claude-3.5-sonnet, Anthropic claude-3-5-sonnet.
  return bare.replace(/(?<=\d)\.(?=\d)/g, '-');
}

/** Whether both have the date of one snapshot, however it is written: `@20250929`, `-2025-09-29`. */
function isSameDate(one: string, other: string): boolean {
  const [a, b] = [DATED.exec(one), DATED.exec(other)];
  return a !== null && b !== null && a[1] === b[1] && a[2]?.replace(/\D/g, '') === b[2]?.replace(/\D/g, '');
}

/** A file or folder of the server, as llama.cpp and vLLM name what they have loaded. */
const IN_FILES = /^(?:[~.]{0,2}\/|[a-z]:\/|file:)/;

/** What providers put around the name of a model, in this order. */
const WITHOUT: readonly RegExp[] = [
  // Bedrock, Vertex AI, Gemini, Fireworks.
  /^arn:.*\//,
  /^azureml:\/\/registries\/[^/]+\/models\/|\/versions\/\d+$/g,
  /^(?:projects\/[^/]+\/locations\/[^/]+\/)?(?:publishers\/[^/]+\/)?(?:tuned)?models\//,
  /^accounts\/[^/]+\/(?:models|deployments|routers)\//,
  // Routes of OpenRouter and tags of Ollama that lead to the same weights.
  /[:@](?:latest|default|free|beta|nitro|floor|online|exacto|extended)$/,
  /(?:-\d{5}-of-\d{5})?\.gguf$/,
  // Bedrock's region, vendor and version.
  /(?<=^|\/)(?:(?:us|eu|apac|ap|ca|jp|au|sa|us-gov|global)\.)?(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek|openai|qwen|google|writer|nvidia|minimax|moonshot|moonshotai|zai)\./,
  /(?:-v\d+)?:\d(?::\d+k)?$/,
  /-latest$/,
];

/** `-2026-01-31`, `@20260131`, `-2026-01`, `-01-31`, `-0131`, `-01-2026`, `-260131`, `-2601`, `-001`. */
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const DATES = [
  `20\\d\\d-?${MONTH}(?:-?${DAY})?`,
  `${MONTH}-?${DAY}`,
  `${MONTH}-20\\d\\d`,
  `2\\d${MONTH}(?:${DAY})?`,
  '00\\d',
];
const SNAPSHOT = `[-@](?:${DATES.join('|')})`;
const IS_SNAPSHOT = new RegExp(`^${SNAPSHOT}$`);
const DATED = new RegExp(`^(.*?)(${SNAPSHOT})$`);

/** Whether `name` is `model` with the date or number of a snapshot; `claude-opus-4-0` stands for its newest one. */
function isSnapshot(name: string, model: string): boolean {
  return [model, model.replace(/-0$/, '')].some(
    (base) => name.startsWith(base) && IS_SNAPSHOT.test(name.slice(base.length)),
  );
}
