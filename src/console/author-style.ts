/** Of the pages about definitions: tables that become cards, forms of many fields, the editor. */
export const AUTHOR_STYLE = `
.actions{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;margin:12px 0}
.actions a{padding:4px 0}
.row{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 8px}
.row a{display:inline-block;min-width:32px;padding:4px 8px;text-align:center;border:1px solid var(--line);border-radius:4px;text-decoration:none}
.row [aria-current]{border-color:var(--ink);color:var(--ink);font-weight:600}
.inline{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.inline label{margin:0}
.inline input{width:auto}
.figures{width:100%}
.figures td:nth-child(n+3){text-align:right;white-space:nowrap}
.figures thead th:nth-child(n+3){text-align:right}
.figures tbody tr:first-child th{font-weight:600}
.figures tbody tr+tr th{padding-left:16px}
.figures tr>:last-child{padding-right:0}
.drawn img{background:transparent}
fieldset{border:0;padding:0;margin:16px 0}
legend{font-size:20px;font-weight:600;padding:0}
.field{margin:12px 0}
.field label{margin:0 0 4px}
.field>small{display:block;max-width:76ch;margin:0 0 4px}
.wrong{color:var(--bad);margin:4px 0;font-weight:600}
.wrong::before{content:"! "}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.field textarea[rows="1"]{min-height:44px;font:inherit}
.editor{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:0 32px}
.editor textarea{max-width:none;white-space:pre;overflow:auto;min-height:min(36rem,70vh)}
.editor h2:first-child{border-top:0;padding-top:0;margin-top:8px}
.issues li{display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:0 12px;align-items:baseline}
.refused p{margin:0}
.issues details{margin:4px 0}
.issues small{font-family:var(--mono)}
.issues button{border:0;padding:0;min-height:24px;text-decoration:underline}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.editor [hidden]{display:none}
.part{border-bottom:1px solid var(--line);margin:0;padding:4px 0}
.part>summary{font-weight:400}
.part code{font-size:14px;font-weight:600}
.part small code{font-size:13px;font-weight:400}
@media (max-width:899px){.editor{grid-template-columns:minmax(0,1fr)}.editor textarea{min-height:20rem}}
@media (max-width:599px){.editor textarea{white-space:pre-wrap;overflow-wrap:anywhere}}
@media (max-width:640px){.cards,.cards tbody,.cards tr,.cards th,.cards td{display:block;text-align:left;border:0;padding:0}.cards thead{position:absolute;left:-100vw}.cards tbody{border-bottom:1px solid var(--line);padding:8px 0}.cards tbody tr+tr{padding:8px 0 0 16px}.cards tbody tr+tr th{padding:0}.cards td:nth-child(n+3){text-align:left;white-space:normal}.cards td:nth-child(n+3)::before{content:attr(data-name) ": ";color:var(--ink2)}.cards td:nth-child(n+3){display:inline-block;margin-right:16px;font-size:13px}}
`;
