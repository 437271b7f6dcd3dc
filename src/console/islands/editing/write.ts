import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { Draft } from '../../pages/editor/found.ts';
import { type Hand, type Issue, worded } from '../../parts/issues.ts';
import { look } from './look.ts';
import { type Mend, mendOf, type Range } from './mend.ts';
import { writingPlace } from './place.ts';
import { suggestionsAt } from './suggest.ts';

interface Writing {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly nonce: string;
  /** Called after each change with the whole text. */
  readonly changed: (text: string) => void;
  /** The JSON Schema of definitions. */
  readonly schema: () => Promise<unknown>;
}

/** An editor of YAML. Tab leaves it, as it leaves every field; what is wrong is marked by `mark`. */
export function openEditor({ parent, text, nonce, changed, schema }: Writing): EditorView {
  const extensions = [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    ...(matchMedia(NARROW).matches ? [EditorView.lineWrapping] : []),
    highlightSpecialChars({ addSpecialChars: HIDDEN }),
    history(),
    bracketMatching(),
    indentOnInput(),
    indentUnit.of('  '),
    yaml(),
    lintGutter(),
    autocompletion({ override: [(context) => complete(context, schema)] }),
    keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({
      'aria-label': 'Definition',
      'aria-describedby': 'problems',
      spellcheck: 'false',
      tabindex: '0',
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) changed(state.doc.toString());
    }),
    look,
  ];
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
}

/** Where lines are broken rather than cut. */
const NARROW = '(max-width: 599px)';

/** What nobody sees is shown, as everywhere in the console; beyond what the editor shows by itself. */
const HIDDEN = /[\u2060-\u206f\u180e\u{e0000}-\u{e007f}]/gu;

/** Marks problems and warnings where they stand. */
export function mark(view: EditorView, { problems, warnings }: Draft): void {
  const of = (severity: Diagnostic['severity']) => (issue: Issue) => diagnostic(view.state, issue, severity);
  view.dispatch(setDiagnostics(view.state, [...problems.map(of('error')), ...warnings.map(of('warning'))]));
}

/** Selects what an issue is about, in the middle of what is seen, and puts in what was meant. */
export function handOver(view: EditorView): Hand {
  const select = ({ from, to }: Range): void => {
    const effects = EditorView.scrollIntoView(from, { y: 'center' });
    view.dispatch({ selection: { anchor: from, head: to }, effects });
    view.focus();
  };
  return {
    goTo: (issue) => select(spanOf(view.state, issue)),
    mend(issue) {
      const mend = mendIn(view.state, issue);
      if (!mend) return undefined;
      return {
        by: mend.by,
        put() {
          // The text may have changed since it was offered.
          const now = mendIn(view.state, issue);
          if (!now) return;
          view.dispatch({ changes: { from: now.from, to: now.to, insert: now.by } });
          select({ from: now.from, to: now.from + now.by.length });
        },
      };
    },
  };
}

function diagnostic(state: EditorState, issue: Issue, severity: Diagnostic['severity']): Diagnostic {
  return { ...spanOf(state, issue), severity, message: worded(issue).brief };
}

/** The word that is wrong where one is known, else all that the service names. */
function spanOf(state: EditorState, issue: Issue): Range {
  const { from, to } = mendIn(state, issue) ?? rangeOf(state.doc, issue);
  return { from, to };
}

function mendIn(state: EditorState, issue: Issue): Mend | undefined {
  const slice = (from: number, to: number): string => state.sliceDoc(from, to);
  return mendOf({ detail: issue.detail, range: rangeOf(state.doc, issue), slice });
}

function rangeOf(doc: Text, { line, column, endLine, endColumn }: Issue): Range {
  const from = placeIn(doc, line, column);
  return { from, to: Math.max(from, placeIn(doc, endLine ?? line, endColumn ?? column)) };
}

/** The text may have changed since it was looked at. */
function placeIn(doc: Text, line = 1, column = 1): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(from + column - 1, to);
}

async function complete(
  { state, pos, explicit }: CompletionContext,
  schema: () => Promise<unknown>,
): Promise<CompletionResult | null> {
  const place = writingPlace(state.sliceDoc(0, pos), pos);
  if (!place || (!explicit && place.from === pos)) return null;
  const options = suggestionsAt(await schema(), place).map(({ label, about }) => ({
    label,
    ...(about !== undefined && { info: about }),
    ...(place.is === 'key' && { apply: `${label}: ` }),
  }));
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w./:-]*$/ };
}
