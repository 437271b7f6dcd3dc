import { listing, suggestion } from '../../text/nearest.ts';
import { PartRefused } from '../part-refused.ts';
import { frozen } from '../plain-json.ts';
import { type AgentDefinition, type AnyAgent, OUTPUT_TOOL, SUBMIT_TOOL } from './agent.ts';
import { schemaProblem } from './tool-specs.ts';

/** Checks an agent whole and freezes it. Throws `PartRefused` with every problem at once. */
export function defineAgent<Input, Output, Exec, Attempt>(
  definition: AgentDefinition<Input, Output, Exec, Attempt>,
): Readonly<AgentDefinition<Input, Output, Exec, Attempt>> {
  const problems = [...problemsOf(definition)];
  if (problems.length > 0) throw new PartRefused(`agent ${JSON.stringify(fieldOf(definition, 'name'))}`, problems);
  return frozen(definition);
}

const FIELDS = [
  'name',
  'description',
  'input',
  'prompts',
  'tools',
  'validation',
  'initialExecutionState',
  'initialAttemptState',
  'projectFinalState',
];
const FUNCTIONS = ['initialExecutionState', 'initialAttemptState', 'projectFinalState'];
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MOST_ITERATIONS = 100;

function* problemsOf(definition: unknown): Generator<string> {
  if (typeof definition !== 'object' || definition === null) return yield 'it must be an object';
  if (Object.hasOwn(definition, 'initialState')) {
    yield '"initialState" is the state of one tier: write initialExecutionState (kept across attempts) and initialAttemptState (built anew for each)';
  }
  yield* unknownFields(definition, ['initialState', ...FIELDS]);
  yield* nameProblems(definition, 'it');
  for (const name of FUNCTIONS) {
    if (!['function', 'undefined'].includes(typeof fieldOf(definition, name))) yield `"${name}" must be a function`;
  }
  yield* inputProblems(fieldOf(definition, 'input'));
  yield* promptProblems(fieldOf(definition, 'prompts'));
  yield* toolsProblems(fieldOf(definition, 'tools'));
  yield* validationProblems(fieldOf(definition, 'validation'));
}

function* unknownFields(value: object, known: readonly string[], where = 'an agent'): Generator<string> {
  for (const field of Object.keys(value)) {
    if (known.includes(field)) continue;
    yield `${where} has no field "${field}".${suggestion(field, known)} Fields: ${listing(known.filter((one) => one !== 'initialState'))}`;
  }
}

function* nameProblems(value: unknown, what: string): Generator<string> {
  const name = fieldOf(value, 'name');
  if (typeof name !== 'string' || !NAME.test(name))
    yield `${what} needs a "name" of 1 to 64 letters, digits, "_" or "-"`;
  const description = fieldOf(value, 'description');
  if (typeof description !== 'string' || description.trim() === '') yield `${what} needs a "description"`;
}

function* inputProblems(schema: unknown): Generator<string> {
  if (schema !== undefined && !isSchema(schema)) yield '"input" must be a zod schema';
}

function* promptProblems(prompts: unknown): Generator<string> {
  if (prompts === undefined) return;
  if (typeof prompts !== 'object' || prompts === null) return yield '"prompts" must be {system?, user?}';
  yield* unknownFields(prompts, ['system', 'user'], '"prompts"');
  for (const [name, text] of Object.entries(prompts)) {
    if (typeof text !== 'string' || text.trim() === '') yield `"prompts.${name}" must be a text`;
  }
}

function* toolsProblems(tools: unknown): Generator<string> {
  if (typeof tools !== 'object' || tools === null) return yield 'it needs "tools": {output?, helpers?}';
  yield* unknownFields(tools, ['output', 'helpers'], '"tools"');
  const output = fieldOf(tools, 'output');
  if (output !== undefined) yield* outputProblems(output);
  const helpers = fieldOf(tools, 'helpers') ?? [];
  if (!Array.isArray(helpers)) return yield '"tools.helpers" must be a list of tools';
  const names = output === undefined ? [] : [OUTPUT_TOOL, SUBMIT_TOOL];
  for (const [index, tool] of helpers.entries()) {
    const name: unknown = fieldOf(tool, 'name');
    const what = typeof name === 'string' ? `the tool ${JSON.stringify(name)}` : `tool ${index + 1}`;
    yield* helperProblems(tool, what);
    const own = new Set([name, fieldOf(tool, 'alias') ?? name].filter((one) => typeof one === 'string'));
    for (const one of own) if (names.includes(one)) yield `${what} has a name that is taken: ${listing(names)}`;
    names.push(...own);
  }
}

function* outputProblems(output: unknown): Generator<string> {
  if (typeof output !== 'object' || output === null) return yield '"tools.output" must be {description, schema}';
  yield* unknownFields(output, ['description', 'schema', 'reflection'], '"tools.output"');
  const description = fieldOf(output, 'description');
  if (typeof description !== 'string' || description.trim() === '') yield '"tools.output" needs a "description"';
  yield* objectSchemaProblems(fieldOf(output, 'schema'), '"tools.output" needs a "schema"');
}

function* helperProblems(tool: unknown, what: string): Generator<string> {
  if (typeof tool !== 'object' || tool === null) return yield `${what} must be an object`;
  yield* unknownFields(tool, [...HELPER_FIELDS], what);
  yield* helperNameProblems(tool, what);
  yield* objectSchemaProblems(fieldOf(tool, 'input'), `${what} needs an "input"`);
  const parameters = fieldOf(tool, 'parameters');
  if (parameters !== undefined && fieldOf(parameters, 'type') !== 'object')
    yield `"parameters" of ${what} must be a JSON Schema of type "object"`;
  if (typeof fieldOf(tool, 'handler') !== 'function') yield `${what} needs a "handler"`;
  if (!['function', 'undefined'].includes(typeof fieldOf(tool, 'effect')))
    yield `"effect" of ${what} must be a function`;
  if (!['boolean', 'undefined'].includes(typeof fieldOf(tool, 'readOnly')))
    yield `"readOnly" of ${what} must be true or false`;
}

const HELPER_FIELDS = ['name', 'alias', 'description', 'input', 'parameters', 'effect', 'readOnly', 'handler'];

/** A name that providers do not take needs an alias that they do. */
function* helperNameProblems(tool: object, what: string): Generator<string> {
  const alias = fieldOf(tool, 'alias');
  if (alias === undefined) return yield* nameProblems(tool, what);
  yield* nameProblems({ ...tool, name: 'alias' }, what);
  const name = fieldOf(tool, 'name');
  if (typeof name !== 'string' || name === '') yield `${what} needs a "name"`;
  if (typeof alias !== 'string' || !NAME.test(alias))
    yield `the "alias" of ${what} must have 1 to 64 letters, digits, "_" or "-"`;
}

function* objectSchemaProblems(schema: unknown, needed: string): Generator<string> {
  if (!isSchema(schema)) return yield `${needed}, a zod schema of an object`;
  const problem = schemaProblem(schema);
  if (problem !== undefined) yield `${needed}, a zod schema of an object: ${problem}`;
}

function* validationProblems(validation: unknown): Generator<string> {
  if (validation === undefined) return;
  if (typeof validation !== 'object' || validation === null) return yield '"validation" must be an object';
  yield* unknownFields(validation, ['customValidators', 'maxIterationsPerAttempt'], '"validation"');
  const most = fieldOf(validation, 'maxIterationsPerAttempt');
  if (most !== undefined && !isCount(most))
    yield `"validation.maxIterationsPerAttempt" must be a whole number from 1 to ${MOST_ITERATIONS}`;
  const validators = fieldOf(validation, 'customValidators') ?? [];
  if (!Array.isArray(validators)) return yield '"validation.customValidators" must be a list';
  for (const [index, validator] of validators.entries()) {
    const isWhole = typeof fieldOf(validator, 'name') === 'string' && typeof fieldOf(validator, 'check') === 'function';
    if (!isWhole) yield `validator ${index + 1} must be {name, check}`;
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_ITERATIONS;
}

function isSchema(value: unknown): value is NonNullable<AnyAgent['input']> {
  return typeof fieldOf(value, 'safeParse') === 'function';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
