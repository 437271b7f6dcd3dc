import { z } from 'zod';
import type { ToolSpec } from '../../model/chat.ts';
import { messageOf } from '../../text/message-of.ts';
import { type AnyAgent, type AnyTool, OUTPUT_TOOL, SUBMIT_TOOL } from './agent.ts';

/** The tools as the model is told of them; every description says what survives a retry (S4-6). */
export function toolSpecs({ tools: { helpers = [], output } }: AnyAgent): readonly ToolSpec[] {
  const specs = helpers.map(helperSpec);
  if (!output) return specs;
  const { description, schema, reflection } = output;
  const ending = reflection === true ? `A draft: ${SUBMIT_TOOL} hands the last one in.` : 'Ends your work.';
  const hand: ToolSpec = {
    name: OUTPUT_TOOL,
    description: `${description} ${ending}`,
    parameters: jsonSchemaOf(schema),
  };
  return reflection === true ? [...specs, hand, SUBMIT] : [...specs, hand];
}

const SUBMIT: ToolSpec = {
  name: SUBMIT_TOOL,
  description: `Hands in what was last given to ${OUTPUT_TOOL} and ends your work.`,
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

function helperSpec(tool: AnyTool): ToolSpec {
  const { description, input, parameters } = tool;
  const told = description.includes('PERSISTENCE') ? description : `${description}\n${PERSISTENCE}`;
  return { name: calledName(tool), description: told, parameters: parameters ?? jsonSchemaOf(input) };
}

/** The name that the model calls a tool by. */
export function calledName({ name, alias }: Pick<AnyTool, 'name' | 'alias'>): string {
  return alias ?? name;
}

const PERSISTENCE =
  'PERSISTENCE: state at EXECUTION level survives retries, state at ATTEMPT level is built anew on each.';

/** Why a schema cannot be that of a tool's arguments; undefined when it can. */
export function schemaProblem(schema: z.ZodType): string | undefined {
  try {
    return jsonSchemaOf(schema)['type'] === 'object' ? undefined : 'arguments of a tool are an object';
  } catch (error) {
    return messageOf(error);
  }
}

function jsonSchemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return rest;
}
