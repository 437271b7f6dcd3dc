import type TypeScript from 'typescript-5';

export interface Directive {
  /** From 1 on. */
  readonly line: number;
  readonly name: string;
}

/** What the parser itself took for directives; its declarations keep these two fields to the compiler. */
interface Parsed {
  readonly commentDirectives?: readonly { readonly range: TypeScript.TextRange }[];
  readonly checkJsDirective?: TypeScript.CheckJsDirective;
}

/** The comments that keep errors back: `@ts-nocheck`, `@ts-ignore`, `@ts-expect-error`. */
export function directivesIn(source: TypeScript.SourceFile & Parsed): readonly Directive[] {
  const { commentDirectives = [], checkJsDirective } = source;
  const ranges = [
    ...(checkJsDirective?.enabled === false ? [checkJsDirective] : []),
    ...commentDirectives.map(({ range }) => range),
  ];
  return ranges.map(({ pos, end }) => {
    const name = /@ts-[a-z-]+/i.exec(source.text.slice(pos, end));
    const { line } = source.getLineAndCharacterOfPosition(pos + (name?.index ?? 0));
    return { line: line + 1, name: name?.[0] ?? 'a directive' };
  });
}
