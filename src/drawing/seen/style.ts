import { createHash } from 'node:crypto';

/** The colours of the Mermaid flowchart, and their like for the dark. */
export const STYLE = `
svg{background:#fff;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.node rect,.node path{fill:#fff;stroke:#6e7781;stroke-width:1.2}
.active rect,.active path{fill:#dbe9ff;stroke:#1f6feb;stroke-width:2.4}
.asking rect,.asking path{fill:#ffedc2;stroke:#b7791f;stroke-width:2.4}
.good rect,.good path{fill:#d3f2dc;stroke:#3b8a57}
.bad rect,.bad path{fill:#f6d0cd;stroke:#b3372f}
.muted rect,.muted path{fill:#eee;stroke:#9aa0a6}
.node.goal rect,.node.goal path{stroke-width:2.4}
.edges{fill:none;stroke:#6e7781;stroke-width:1.2}
.dashed{stroke-dasharray:5 4}
.tip{fill:#6e7781}
text{fill:#1f2328;font-size:11px;text-anchor:middle}
.node text:first-of-type{font-size:13px;font-weight:600}
.label{stroke:#fff;stroke-width:4px;paint-order:stroke}
@media (prefers-color-scheme:dark){
svg{background:#15181d}
.node rect,.node path{fill:#1d2229;stroke:#8b949e}
.active rect,.active path{fill:#173257;stroke:#58a6ff}
.asking rect,.asking path{fill:#4a3510;stroke:#e0a93f}
.good rect,.good path{fill:#173d26;stroke:#56b37a}
.bad rect,.bad path{fill:#511f1c;stroke:#e5736b}
.muted rect,.muted path{fill:#2c3036;stroke:#767d85}
.edges{stroke:#8b949e}
.tip{fill:#8b949e}
text{fill:#e6edf3}
.label{stroke:#15181d}
}
`;

/** What a browser may do with a drawing: apply the style above, and nothing else. */
export const DRAWING_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  'sandbox',
].join(';');
