import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** As the console looks: its own colours, of which none that means a state stands for a part of speech. */
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--line)',
    borderRadius: '4px',
    background: 'var(--bg)',
    color: 'var(--ink)',
    fontSize: '14px',
    height: 'min(36rem, 70vh)',
  },
  '&.cm-focused': { outline: '2px solid var(--run)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--ink2)',
    border: '0',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLineGutter': { background: 'var(--surface)', color: 'var(--ink)' },
  '.cm-tooltip': { background: 'var(--bg)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '4px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--run)', color: 'var(--bg)' },
  '.cm-tooltip .cm-completionInfo': { maxWidth: '36ch' },
  '.cm-tooltip-lint': { maxWidth: 'min(60ch, 90vw)' },
  '.cm-diagnostic': { padding: '4px 8px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--ask)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-matchingBracket': { background: 'var(--surface)', outline: '1px solid var(--line)' },
});

const words = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], fontWeight: '600' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink2)', fontStyle: 'italic' },
]);

export const look = [theme, syntaxHighlighting(words)];
