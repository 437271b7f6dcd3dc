import { EXIT } from './exit.ts';
import type { Session, Work } from './perform.ts';
import type { Page, Part } from './service/types.ts';
import { type Line, table } from './shown/spans.ts';

type Kind = 'guards' | 'generators' | 'models';

/** `dsap parts [guards|generators|models]`; as JSON a document for each kind, a line each. */
export function listParts(kind: Kind | undefined): Work {
  return async (session) => {
    const kinds: readonly Kind[] = kind === undefined ? ['guards', 'generators', 'models'] : [kind];
    for (const one of kinds) {
      if (kinds.length > 1 && !session.json) session.terminal.line(['strong', one]);
      await SHOWN[one](session);
    }
    return EXIT.done;
  };
}

const SHOWN: Readonly<Record<Kind, (session: Session) => Promise<void>>> = {
  guards: async (session) => show(session, await session.client.catalogues.guards()),
  generators: async (session) => show(session, await session.client.catalogues.generators()),
  async models({ client, terminal, json }) {
    const { document, text } = await client.catalogues.models();
    if (json) terminal.json(text);
    else {
      for (const { name, route } of document.data)
        terminal.line(`  ${name}`, ['quiet', route ? `  the first that is there of ${route.join(', ')}` : '']);
    }
  },
};

function show(
  { terminal, json }: Session,
  { document, text }: { readonly document: Page<Part>; readonly text: string },
): void {
  if (json) return terminal.json(text);
  const rows = document.data.map(
    ({ name, kind, nature, options, description = '' }): Line => [
      `  ${[kind, name].filter((part) => part !== undefined).join(' ')}`,
      nature ?? '',
      options.map((option) => (option.required ? option.name : `${option.name}?`)).join(' '),
      ['quiet', description],
    ],
  );
  for (const row of table(rows)) terminal.line(...row);
}
