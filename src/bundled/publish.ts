import { publishDefinition } from '../api/definitions/publish-definition.ts';
import { type ApiDependencies, createContext } from '../api/dependencies.ts';
import { type BundledDefinition, bundledDefinitions, modelOf, withModel } from './definitions.ts';

const ASKER = { principal: 'dsap', requestId: 'start' };

/**
 * Publishes the bundled definitions, so that they are there from the first start. `model` replaces the simulated one that they name.
 * A name under which somebody has published something else is theirs: it is left alone.
 */
export async function publishBundled(dependencies: ApiDependencies, model: string | undefined): Promise<void> {
  const context = createContext(dependencies);
  const publish = async (bundled: BundledDefinition) => {
    const document = withModel(bundled.document, model);
    const newest = await dependencies.store.definitions.find(bundled.name);
    const digest = dependencies.digestOfJson(document);
    if (newest?.digest === digest || (newest && !isSame(dependencies, bundled, newest.document))) return;
    await publishDefinition(context, { document }, ASKER);
  };
  await Promise.all(bundledDefinitions().map(publish));
}

/** The same but for its model: then it was published here, under other settings. */
function isSame({ digestOfJson }: ApiDependencies, { document }: BundledDefinition, published: unknown): boolean {
  const inOurs = withModel({ ...Object(published) }, modelOf(document));
  return digestOfJson(inOurs) === digestOfJson(document);
}
