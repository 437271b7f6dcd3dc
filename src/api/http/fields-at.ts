import { z } from 'zod';

/** The fields that a schema takes at a path of `data`, in declared order; none where it does not say. Of a union those of the kind that `data` names. */
export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): readonly string[] {
  let at: readonly z.core.$ZodType[] = opened(schema, data);
  let value = data;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    const child = value;
    at = at.flatMap((each) => childrenAt(each, key)).flatMap((each) => opened(each, child));
  }
  return [...new Set(at.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : [])))];
}

function childrenAt(schema: z.core.$ZodType, key: PropertyKey): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) {
    const child: z.core.$ZodType | undefined = schema.shape[String(key)];
    return child ? [child] : [];
  }
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  return schema instanceof z.ZodArray ? [schema.element] : [];
}

/** Without what is wrapped around it; of a union that tells its kinds apart the one that is meant, of any other all. */
function opened(schema: z.core.$ZodType, value: unknown): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return opened(schema.unwrap(), value);
  if (schema instanceof z.ZodLazy) return opened(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return opened(schema.in, value);
  if (!(schema instanceof z.ZodUnion)) return [schema];
  const options = schema.options.flatMap((option) => opened(option, value));
  const meant = options.filter((option) => names(option, schema, value));
  return meant.length > 0 ? meant : options;
}

function names(option: z.core.$ZodType, union: z.ZodUnion, value: unknown): boolean {
  if (!(union instanceof z.ZodDiscriminatedUnion) || !(option instanceof z.ZodObject)) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { discriminator } = union.def;
  const literal: z.core.$ZodType | undefined = option.shape[discriminator];
  return literal instanceof z.ZodType && literal.safeParse(Reflect.get(value, discriminator)).success;
}
