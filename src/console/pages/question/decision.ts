import { limitsIn, numberIn } from '../../parts/limits.ts';

type Fields = Readonly<Record<string, string>>;

/** What a form of a question decides, as REST takes it (`POST /v1/escalations/{eid}/decision`); empty fields are left out. */
export function decisionIn(fields: Fields): Readonly<Record<string, unknown>> {
  const value = (name: string): string | undefined => {
    // Browsers send line ends as two characters.
    const text = fields[name]?.replaceAll('\r\n', '\n');
    return text === undefined || text.trim() === '' ? undefined : text;
  };
  const action = value('action') === 'abort-for-good' ? 'abort' : value('action');
  const words = value('words');
  const shown = value('shown');
  const own = ownFields(action, words, value);
  return { action, ...(shown !== undefined && { shown }), ...withoutGaps(own) };
}

function ownFields(action: string | undefined, words: string | undefined, value: (name: string) => string | undefined) {
  switch (action) {
    case 'reject':
      return { feedback: words };
    case 'amend':
      return { content: value('content'), comment: words };
    case 'retry':
      return { guidance: words, extraAttempts: numberIn(value('extraAttempts')) };
    case 'redo':
      return { step: value('redo-step'), guidance: words };
    case 'skip':
      return { step: value('skip-step'), comment: words };
    case 'raise':
      return {
        comment: words,
        budgets: limitsIn(value),
      };
    case 'abort':
      return { reason: words };
    case 'approve':
    case undefined:
    default:
      return { comment: words };
  }
}

function withoutGaps(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
