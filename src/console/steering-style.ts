/** What pages that compare and steer need beside what all pages have. */
export const STEERING_STYLE = `
.sides{display:grid;grid-template-columns:minmax(0,1fr);gap:8px 16px}
.sides>*{margin:0}
@media (min-width:900px){.sides{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.sides pre,#prompt pre{max-height:none}
.far pre{max-height:24rem}
ins{border-bottom:1px solid}
.whole{border:0;font-weight:400;text-decoration:none}
.same>summary{padding:0}
.pairs span{display:inline-block;padding:4px 0;font-size:inherit}
.measured table{table-layout:fixed;width:100%;overflow-wrap:anywhere}
.measured :is(td,th){text-align:left;vertical-align:top}
.measured .state{white-space:normal}
.measured tr>:first-child{width:min(9rem,26%)}
.inline{display:flex;flex-wrap:wrap;gap:0 16px}
.plain.inline li{border:0}
.differs td{font-weight:600}
input[type=radio],input[type=checkbox]{width:20px;height:20px;min-height:20px;margin:2px 4px 2px 0;accent-color:var(--run);vertical-align:middle}
fieldset{border:1px solid var(--line);border-radius:4px;margin:12px 0;padding:8px 12px;max-width:76ch}
legend{font-weight:600;padding:0 4px}
.ways>div{display:grid;grid-template-columns:24px 7.5rem minmax(0,1fr);gap:0 8px;align-items:center;min-height:32px}
.ways label{margin:0}
.ticks label{display:inline-flex;align-items:center;min-height:32px;margin:0 16px 0 0;font-weight:400}
@supports selector(:has(*)){.change{display:none}.redirect:has(#change-objective:checked) .objective,.redirect:has(#change-result:checked) .result,.redirect:has(#change-step:checked) .step-again,.redirect:has(#change-graph:checked) .graph-change,.redirect:has(#change-limits:checked) .limits,.redirect:has(#change-words:checked) .words{display:block}.redirect:has(#change-words:checked) .unworded{display:none}}
.foretold{border-left:4px solid var(--run);padding:0 12px 8px;max-width:42rem;background:var(--surface);margin:16px 0}
.foretold h2{border:0}
.effects dl{margin:4px 0}
.warning,.warning bdi{color:var(--ask)}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;margin:12px 0;max-width:none}
.redirect :is(input:not([type=radio],[type=checkbox]),textarea,select),.verb :is(input,textarea,select),.redirect fieldset{max-width:42rem}
.limit-fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:0 16px;max-width:42rem}
.line{display:flex;flex-wrap:wrap;align-items:end;gap:8px 16px;max-width:42rem}
.line>div{flex:1 1 15rem}
.line>button{min-width:9rem}
.verb{border-top:1px solid var(--line);padding:12px 0}
.verb h2{border:0;margin:0;padding:0}
.verb summary :is(h2,p){display:inline}.verb summary p::before{content:" "}.verb details>div{margin:0}
#foretold:focus,#budget:focus,#fork:focus,#correction:focus{outline:none}
`;
