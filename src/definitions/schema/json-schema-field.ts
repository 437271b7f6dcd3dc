import { z } from 'zod';

/** A JSON Schema inside a definition; whether it compiles is checked apart. */
export const jsonSchemaSchema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);
