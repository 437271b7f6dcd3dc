import { GROUNDS, STYLE } from '../api/report/html/style.ts';
import { AUTHOR_STYLE } from './author-style.ts';
import { STEERING_STYLE } from './steering-style.ts';

/** What the console needs beside the colours, type and space that it shares with reports (console 4). */
export const CONSOLE_STYLE = `${STYLE}${STEERING_STYLE}${AUTHOR_STYLE}
:root[data-theme=light]{color-scheme:light;${GROUNDS.light}}
:root[data-theme=dark]{color-scheme:dark;${GROUNDS.dark}}
.skip{position:absolute;left:-100vw}
.skip:focus{left:16px;top:8px;background:var(--bg);padding:8px;z-index:2}
.banner{display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding-top:8px;padding-bottom:8px;border-bottom:1px solid var(--line)}
.banner nav{flex:1}
.banner input{min-height:32px;padding:4px 8px;width:16rem}
.foot{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;border-top:1px solid var(--line)}
.foot form{display:flex;align-items:center;gap:4px}
dialog{background:var(--bg);color:var(--ink);border:1px solid var(--line);border-radius:4px;padding:16px;max-width:min(28rem,calc(100vw - 32px))}
dialog::backdrop{background:#0008}
dialog h2{border:0;padding:0;margin:0}
dialog dl{grid-template-columns:max-content minmax(0,1fr);gap:4px 16px}
.deep{display:inline-block;margin:0;max-width:100%;vertical-align:bottom}
.deep>summary{padding:0}
:root:not([data-exact]) :is(time[title]:focus,:is(li:not(:has(li)),tr,.crumbs):has(:focus-visible) time[title])::after{content:attr(title);position:fixed;top:0;right:0;z-index:4;padding:4px 12px;background:var(--surface);border:1px solid var(--line);color:var(--ink);font:13px/1.5 system-ui,sans-serif}
:is(li,tr,.crumbs) time[title]~time[title]::after{top:28px}
[data-exact] time[title]::after{content:" (" attr(title) ")"}
kbd{font:600 14px var(--mono);color:var(--ink)}
@media (pointer:coarse){.keys{display:none}}
.each{font-size:13px}
[aria-pressed=true]{color:var(--ink);font-weight:600;text-decoration:underline}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.banner ul{margin:0}
.narrow{display:none}
[aria-current=page]{color:var(--ink);font-weight:600}
main:focus{outline:none}
.crumbs{color:var(--ink2);font-size:13px;margin:0 0 8px}
.alert,.status{border-left:4px solid var(--bad);padding:8px 12px;background:var(--surface)}
.status{border-color:var(--run)}
label{display:block;margin:8px 0 4px;font-weight:600}
input,textarea,select{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:4px;padding:8px;width:100%;max-width:42rem;min-height:44px}
textarea{min-height:88px;font-family:var(--mono);font-size:14px}
button{font:inherit;font-weight:600;min-height:44px;padding:8px 16px;border:1px solid var(--line);border-radius:4px;background:var(--bg);color:var(--run);cursor:pointer}
button.primary{background:var(--run);border-color:var(--run);color:var(--bg)}
a.button{display:inline-block;min-height:44px;padding:10px 16px;border:1px solid var(--run);border-radius:4px;background:var(--run);color:var(--bg);font-weight:600;text-decoration:none}
li~li a.button{background:var(--bg);color:var(--run);border-color:var(--line)}
button.quiet{min-height:32px;padding:4px 8px;font-weight:400}
.answer{display:grid;grid-template-columns:minmax(9rem,max-content) minmax(0,1fr);gap:4px 16px;align-items:center;margin:8px 0}
.answer p{margin:0}
.worded{display:none}
#answers:has(#words:not(:placeholder-shown)) .worded{display:inline}
#answers:has(#words:not(:placeholder-shown)) .wordless{display:none}
.soft{color:var(--ink2)}
label+small,.hint{display:block}
.why{margin:0 0 8px}
.judged pre{font-size:16px;max-height:none;border-left-color:var(--run)}
@supports selector(:has(*)){.judged:has(>.all:not([open]))>pre{max-height:308px}}
.all .less,.all[open] .more{display:none}
.all[open] .less{display:inline}
.all[open]{position:sticky;bottom:8px;width:fit-content;margin:4px 0 0 auto;padding:0 12px;background:var(--bg);border:1px solid var(--line);border-radius:4px}
.since>div>pre{max-height:none}
.made[open]>summary small{display:none}
.plain{list-style:none;padding:0}
.plain li{padding:8px 0}
.plain li:where(:not([hidden]))~li{border-top:1px solid var(--line)}
.plain li a,.standing p a,.runs .id a{display:inline-block;min-height:24px;min-width:24px}
.asked{list-style:none;padding:0;margin:0}
.columns{display:grid;grid-template-columns:minmax(16rem,22rem) minmax(0,1fr);gap:0 32px}
.columns>*{min-width:0}
.panels nav ul{gap:4px 24px;border-bottom:1px solid var(--line);margin:24px 0 0}
.panel h2{border:0;margin-top:8px}
.panels:has(:target)>.panel:not(:target,:has(:target)),.panels:not(:has(:target))>.panel:not(#timeline){display:none}
.panels:not(:has(:target)) nav [href="#timeline"],.panels:has(#timeline:target,#timeline :target) nav [href="#timeline"],.panels:has(#graph:target) nav [href$="#graph"],.panels:has(#artifacts:target,#artifacts :target) nav [href="#artifacts"],.panels:has(#budget:target) nav [href="#budget"]{color:var(--ink);font-weight:600;text-decoration:none;border-bottom:2px solid var(--run)}
.timeline ol{list-style:none}
.timeline li{padding-left:68px;text-indent:-68px}
.timeline li>*{text-indent:0}
.timeline li.fold{padding-left:0}
.timeline li q{margin-left:0}
.timeline .told bdi{color:var(--ink2)}
.timeline .fold ol{padding-left:12px}
.growing pre{height:10rem;overflow:auto;border-left-color:var(--run)}
[data-follow] .standing{min-height:7.5rem}
[data-chain]{min-height:4.5rem;max-height:14rem;overflow:auto}
.moved{position:fixed;top:0;left:0;right:0;z-index:3;display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;justify-content:center;border:0;border-bottom:2px solid var(--ask)}
button:disabled{opacity:.5;cursor:default}
.news{min-height:32px;width:fit-content;margin:-40px 0 8px auto}
.none{display:none}
:empty+.none,[data-list]:not(:has(>:not([hidden])))+.none,table:has(tbody:empty)+.none{display:block}
table:has(tbody:empty){display:none}
.filters{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:end}
.filters details[open]{flex-basis:100%}
.filters details{margin:0}
#questions:focus{outline:none}
.filters details>div{max-width:none;margin:0}
.filters .limit-fields :is(input,select){width:100%}
.filters>a{padding:12px 0}
.panel>.news{margin:-42px 0 10px auto}
.filters summary{padding:12px 0}
[data-says=age],.timeline li small{white-space:nowrap}
#marked:has(~.runs .mark :checked){position:sticky;top:0;z-index:1;background:var(--bg);border-bottom:1px solid var(--line)}
html:has(.mark :checked){scroll-padding-top:7rem}
.mark{width:32px}
.mark input{width:24px;height:24px}
.filters input,.filters select{width:auto;min-width:12rem}
.filters label{margin:0}
.runs{width:100%}
.runs td.told{min-width:16rem}
.runs td:nth-child(4){min-width:7rem}
.runs time{white-space:nowrap}
.runs .id{font:13px/1.5 var(--mono);white-space:nowrap}
.figure{text-align:right;white-space:nowrap}
.unit{display:none}
.drawn{display:block;overflow:auto;max-height:40rem}
.drawn{background:linear-gradient(90deg,var(--bg) 60%,transparent) left/32px 100% local,linear-gradient(270deg,var(--bg) 60%,transparent) right/32px 100% local,linear-gradient(90deg,var(--line),transparent) left/12px 100%,linear-gradient(270deg,var(--line),transparent) right/12px 100%;background-repeat:no-repeat}
.drawn img{max-width:100%;height:auto;background:#fff}
.drawn .node :is(rect,path){fill:var(--bg);stroke:currentColor;stroke-width:1.2}
.drawn .node:is(.run,.ask,.goal) :is(rect,path){stroke-width:2.4}
.drawn a.node:is(:hover,:focus-visible) :is(rect,path){fill:var(--surface)}
.drawn .edges{fill:none;stroke:var(--line)}
.dashed{stroke-dasharray:5 4}
.tip{fill:var(--line)}
.drawn text{fill:currentColor;font:11px var(--mono);text-anchor:middle}
.drawn .node text:first-of-type{fill:var(--ink);font-size:13px;font-weight:600}
.label{stroke:var(--bg);stroke-width:4px;paint-order:stroke}
.plain>:target,.timeline :target{background:var(--surface)}
@media (min-width:641px){.banner{min-height:49px}}
@media (min-width:901px){.columns>:first-child h2{border:0;padding:0}}
@media (max-width:900px){.runs td:nth-child(4){min-width:0}.columns{grid-template-columns:minmax(0,1fr)}}
@media (max-width:900px){.runs thead{display:none}.runs,.runs tbody,.runs tr,.runs td{display:block}.runs tr{padding:8px 0;border-bottom:1px solid var(--line)}.runs td{border:0;padding:0 8px 0 0}.runs td:not(.told,.id){display:inline-block}.runs td.unknown{display:none}.figure{text-align:left}.unit{display:inline}}
@media (max-width:640px){.timeline li a,.crumbs a{display:inline-block;min-height:24px;min-width:24px}.banner [role=search]{display:none}.narrow{display:list-item}html:has(.first){scroll-padding-bottom:9rem}html:has(.first) .all[open]{bottom:9rem}.answers,.answers form,.offer:has(>.first){display:contents}.answer{grid-template-columns:minmax(0,1fr)}.first{position:sticky;bottom:0;z-index:1;margin:8px -12px;padding:8px 12px;background:var(--bg);border-top:1px solid var(--line)}.first p{font-size:13px;max-height:4.5em;overflow:auto}h1{font-size:20px;margin-bottom:4px}.banner>strong{display:none}.banner nav ul{gap:4px 8px}.filters>div{flex-basis:100%}.filters input,.filters select{width:100%}.banner{padding-top:4px;padding-bottom:4px}.crumbs{margin-bottom:4px}}
@media (forced-colors:active){button.primary,a.button{border:2px solid}}
`;
