import type { components, paths } from './generated/api.ts';

/** What the service takes and answers, by the names of its OpenAPI document. */
export type Schemas = components['schemas'];

export type Path = keyof paths;
/** The methods of a path, such as `GET`. */
export type Method<At extends Path> = Uppercase<Extract<keyof paths[At], string>>;
type Operation<At extends Path, By extends Method<At>> = paths[At][Lowercase<By> & keyof paths[At]];

type ContentOf<Part> = Part extends { content: infer Content } ? Content[keyof Content] : undefined;
type Answers<Of> = Of extends { responses: infer All } ? All : never;
type Good = 200 | 201 | 202 | 204;

/** The document that an operation answers with when it is done. */
export type DocumentOf<At extends Path, By extends Method<At>> = {
  [Status in keyof Answers<Operation<At, By>> & Good]: ContentOf<Answers<Operation<At, By>>[Status]>;
}[keyof Answers<Operation<At, By>> & Good];

type Parameters<Of> = Of extends { parameters: infer All } ? All : never;
type PathPart<Of> =
  Parameters<Of> extends { path: infer Values } ? { readonly path: Values } : { readonly path?: undefined };
type QueryPart<Of> =
  Parameters<Of> extends { query: infer Values }
    ? { readonly query: Values }
    : Parameters<Of> extends { query?: infer Values }
      ? { readonly query?: Values }
      : { readonly query?: undefined };
type BodyPart<Of> = Of extends { requestBody: infer Body }
  ? { readonly body: ContentOf<Body> }
  : Of extends { requestBody?: infer Body }
    ? { readonly body?: ContentOf<NonNullable<Body>> }
    : { readonly body?: undefined };

/** What is sent along with an operation: what its path and its query hold, its body, and what ends the wait. */
export type Sending<At extends Path, By extends Method<At>> = PathPart<Operation<At, By>> &
  QueryPart<Operation<At, By>> &
  BodyPart<Operation<At, By>> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
  };

/** Left out where nothing has to be sent along. */
export type SendingArguments<At extends Path, By extends Method<At>> =
  Record<string, never> extends Pick<Sending<At, By>, RequiredKeys<Sending<At, By>>>
    ? [sending?: Sending<At, By>]
    : [sending: Sending<At, By>];

type RequiredKeys<Whole> = { [Key in keyof Whole]-?: object extends Pick<Whole, Key> ? never : Key }[keyof Whole];
