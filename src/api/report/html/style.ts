import { STYLE as DRAWING } from '../../../drawing/seen/style.ts';

/** The colours on a light and on a dark ground (console 4). */
export const GROUNDS = {
  light:
    '--bg:#fff;--surface:#f4f6f8;--line:#858f99;--ink:#191d22;--ink2:#56606b;--run:#0b62b8;--good:#0f7a4f;--ask:#8a5300;--bad:#7f1d1d;--person:#4b2c7f',
  dark: '--bg:#0f1419;--surface:#1a2129;--line:#6b7680;--ink:#e7ebef;--ink2:#a0aab4;--run:#8cc4ff;--good:#3fd6a0;--ask:#e8b04b;--bad:#ff7468;--person:#a78bfa',
};

/** Colours, type and space of the console (console 4), and the drawing's own within its frame. */
export const STYLE = `
:root{color-scheme:light dark;${GROUNDS.light};--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{${GROUNDS.dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:72rem;margin:0 auto;padding:16px}
h1,h2,h3{line-height:1.3;font-weight:600;margin:24px 0 8px}
h1{font-size:26px;margin-top:0}h2{font-size:20px;border-top:1px solid var(--line);padding-top:12px}h3{font-size:14px}
p{margin:8px 0;max-width:76ch}
ul,ol{margin:8px 0;padding-left:24px}
a{color:var(--run)}
:focus-visible{outline:2px solid var(--run);outline-offset:2px}
small,.soft,figcaption,dt{color:var(--ink2);font-size:13px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;padding:0}
nav a{display:inline-block;padding:4px 0}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:8px 0}
dd{margin:0;font-variant-numeric:tabular-nums}
figure{margin:8px 0}
pre{margin:4px 0 0;padding:8px 12px;background:var(--surface);border-left:2px solid var(--line);font:13px/1.5 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;max-height:32rem;overflow:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;overflow-wrap:normal}
th,td{text-align:left;padding:4px 16px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400}
thead th{color:var(--ink2);font-size:13px}
details{margin:4px 0}
summary{padding:4px 0;cursor:pointer;min-height:24px}
details[open]>summary{font-weight:600}
details>:not(summary){margin-left:12px}
.state{white-space:nowrap}
.run,.run bdi{color:var(--run)}.good{color:var(--good)}.ask{color:var(--ask)}.bad{color:var(--bad)}.person{color:var(--person)}.no{color:var(--ink);font-weight:600}.work{color:var(--ink2)}
.timeline ol{list-style:none;padding:0;margin:0}
.timeline li{padding:2px 0}
.timeline li bdi{color:var(--ink)}
.timeline time{color:var(--ink2);font:13px/1.5 var(--mono)}
.timeline q{display:block;margin-left:9ch;color:var(--ink2);quotes:none}
.timeline q bdi{color:var(--ink2)}
.tree,.tree ul{list-style:none;padding-left:12px;border-left:1px solid var(--line)}
ins{color:var(--good);text-decoration:none;font-weight:600}
del{color:var(--ink);text-decoration:line-through 1px}
.same{display:block;margin:4px 0;min-height:24px}
.graph{overflow-x:auto}
.graph{${DRAWING}}
.graph svg{max-width:none}
@media (max-width:640px){body{font-size:16px}dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:8px}header,main,footer{padding:12px}.timeline q{margin-left:2ch}}
@media print{nav{display:none}pre{max-height:none;overflow:visible}details{break-inside:auto}details::details-content{content-visibility:visible;display:block}.wide,.graph{overflow:visible}}
`;
