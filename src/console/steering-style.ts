/** What pages that compare and steer need beside what all pages have. */
export const STEERING_STYLE = `
.sides{display:grid;grid-template-columns:minmax(0,1fr);gap:8px 16px}
.sides>*{margin:0}
@media (min-width:900px){.sides{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.sides pre{max-height:24rem}
ins{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}
del{text-decoration:line-through}
.inline{display:flex;flex-wrap:wrap;gap:0 16px}
.inline li{border:0}
.differs td{font-weight:600}
`;
