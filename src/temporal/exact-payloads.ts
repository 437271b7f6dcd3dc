import {
  type ConverterHint,
  defaultPayloadConverter,
  METADATA_ENCODING_KEY,
  type Payload,
  type PayloadConverter,
  type SerializationContext,
} from '@temporalio/common';
import { decode } from '@temporalio/common/lib/encoding.js';
import { parseStored } from '../text/exact-json.ts';

/** How activities read their arguments: as workflows do, so that numbers of users keep their digits. */
export const exactPayloads: PayloadConverter = {
  toPayload: (value, context, hint) => defaultPayloadConverter.toPayload(value, context, hint),
  fromPayload<Value>(payload: Payload, context?: SerializationContext, hint?: ConverterHint<Value>): Value {
    const encoding = payload.metadata?.[METADATA_ENCODING_KEY];
    if (payload.data && encoding && decode(encoding) === 'json/plain') return parseStored(decode(payload.data));
    return defaultPayloadConverter.fromPayload<Value>(payload, context, hint);
  },
};
