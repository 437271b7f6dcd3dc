import ts from 'typescript-5';
import type { Mutant, Written } from './mutant.ts';
import { type Change, canBeDropped, canReturnAtOnce, changesOf } from './operators.ts';

export interface Mutated {
  readonly mutants: readonly Mutant[];
  /** The file with all of them in it, each behind a question to `SWITCH` whether it is on. */
  readonly text: string;
}

/** The name under which a mutated file finds its switches: `is(index)`, and `Memo` in place of `WeakMap`. */
const SWITCH = '$mutants';
/** Where the switches of all files are: a function of the file's path. */
export const SWITCHES = '__dsapMutants';

/** All mutants of a file, and the file with all of them. The text keeps its types, and its lines as far as they go. */
export function mutated(path: string, text: string): Mutated {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, change: Change): number => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const was = text.slice(start, end);
    const written = writtenFor(node, change, source);
    return mutants.push({ index: mutants.length, start, end, line, within: within(node), was, written, ...change }) - 1;
  };

  function render(node: ts.Node): string {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      return node.getText(source);
    if (isMemo(node)) return `new ${SWITCH}.Memo${node.getText(source).slice('new WeakMap'.length)}`;
    if (canBeDropped(node)) {
      const number = add(node, { operator: 'statement', text: '' });
      return `{ if (!${SWITCH}.is(${number})) ${inner(node)} }`;
    }
    const changes = ts.isExpression(node) && isValue(node) ? changesOf(node, source) : [];
    const numbered = changes.map((each) => numberedFor(node, each));
    const own = inner(node);
    return numbered.length === 0 ? own : `(${numbered.join('')}${own})`;
  }

  function numberedFor(node: ts.Node, change: Change): string {
    return `${SWITCH}.is(${add(node, change)}) ? (${change.text}) : `;
  }

  /** The text of a node with what is within it rendered. */
  function inner(node: ts.Node): string {
    let rendered = '';
    let at = node.getStart(source);
    ts.forEachChild(node, (child) => {
      const start = child.getStart(source);
      const isBody = canReturnAtOnce(node) && child === node.body;
      rendered += text.slice(at, start) + (isBody ? returning(child) : render(child));
      at = child.getEnd();
    });
    return rendered + text.slice(at, node.getEnd());
  }

  function returning(body: ts.Node): string {
    const number = add(body, { operator: 'early return', text: '{}' });
    return `{ if (${SWITCH}.is(${number})) return; ${inner(body).slice(1)}`;
  }

  const body = text.slice(0, source.getStart()) + inner(source);
  const found = `const ${SWITCH} = globalThis.${SWITCHES}(${JSON.stringify(path)});`;
  return { mutants, text: `${found} ${body}` };
}

function writtenFor(node: ts.Node, { operator, text }: Change, source: ts.SourceFile): Written {
  const { parent } = node;
  const over = (whole: ts.Node, left: string) => ({ start: whole.getStart(source), end: whole.getEnd(), text: left });
  if (operator === 'condition' && ts.isIfStatement(parent)) {
    const branch = text === 'true' ? parent.thenStatement : parent.elseStatement;
    return over(parent, branch?.getText(source) ?? '{}');
  }
  if (operator === 'condition' && ts.isConditionalExpression(parent)) {
    const side = text === 'true' ? parent.whenTrue : parent.whenFalse;
    return over(parent, `(${side.getText(source)})`);
  }
  return over(node, `(${text})`);
}

/** Whether it is evaluated, and alone: no name of a property, no target of an assignment, no link of an optional chain. */
function isValue(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isOptionalChain(node)) return false;
  if ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  return !(ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent));
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** What a module remembers of plans is forgotten when another mutant is on. */
function isMemo(node: ts.Node): boolean {
  return ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'WeakMap';
}

function within(node: ts.Node): string {
  for (let { parent } = node; parent; parent = parent.parent) {
    const holder = ts.isArrowFunction(parent) || ts.isFunctionExpression(parent) ? parent.parent : parent;
    const isNamed =
      ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent) || ts.isVariableDeclaration(holder);
    if (isNamed && 'name' in holder && ts.isIdentifier(holder.name)) return holder.name.text;
  }
  return '';
}
