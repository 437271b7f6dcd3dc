/** What the schemas of the routes cannot say: the last touches of the OpenAPI document. */
type Document = ReturnType<Parameters<typeof JSON.stringify>[0]> & object;

export function complete(document: Document): Document {
  return document;
}
