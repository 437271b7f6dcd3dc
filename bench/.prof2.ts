import pg from 'pg';
import { createBench } from './harness/bench.ts';
import { refining, chained } from './harness/definitions.ts';
import { timed, spanOf } from './harness/timed-runs.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
const stats = new Map<string, {n:number, t:number, bytes:number}>();
const proto = (pg as any).Client.prototype;
const original = proto.query;
proto.query = function (config: any, ...rest: any[]) {
  const name = config?.name ?? (typeof config === 'string' ? config : config?.text)?.trim().slice(0, 40);
  const began = performance.now();
  const result = original.call(this, config, ...rest);
  const bytes = JSON.stringify(config?.values ?? '').length;
  if (result?.then) result.then(() => { const s = stats.get(name) ?? {n:0,t:0,bytes:0}; s.n++; s.t += performance.now()-began; s.bytes += bytes; stats.set(name, s); }, () => {});
  return result;
};
const bench = createBench(true);
const { client, rest } = await bench.service();
const bare = await bench.bare();
const doc = process.argv[2] === 'chain' ? chained('prof', 20) : refining('prof', 20);
await rest.publish(doc); bare.define(doc);
const rounds = Number(process.argv[3] ?? 8);
const time = async (f: () => Promise<string>) => { const c0 = process.cpuUsage(); const s = spanOf([await timed(client, f)])/20; const c = process.cpuUsage(c0); return [s, (c.user+c.system)/20/1000] as const; };
await time(() => rest.start('prof')); await time(() => bare.start('prof'));
stats.clear();
if (process.env.ONLY) { for (let i = 0; i < 20; i++) await time(() => (process.env.ONLY === "ours" ? rest : bare).start("prof")); console.log("done"); await bench.close(); process.exit(0); }
const o: any[] = [], b: any[] = [];
for (let i = 0; i < rounds; i++) { o.push(await time(() => rest.start('prof'))); b.push(await time(() => bare.start('prof'))); }
const med = (v: number[]) => v.toSorted((x,y)=>x-y)[Math.floor(v.length/2)]!;
console.log('ours ms/attempt', med(o.map(x=>x[0])).toFixed(1), 'cpu', med(o.map(x=>x[1])).toFixed(1), ' bare', med(b.map(x=>x[0])).toFixed(1), 'cpu', med(b.map(x=>x[1])).toFixed(1));
for (const [name, s] of [...stats].sort((x,y)=>y[1].t-x[1].t)) console.log(String(name).replace(/\s+/g,' ').padEnd(44), 'per attempt', (s.n/rounds/20).toFixed(2), 'mean ms', (s.t/s.n).toFixed(2), 'ms/attempt', (s.t/rounds/20).toFixed(2), 'bytes', Math.round(s.bytes/s.n));
await bench.close();
process.exit(0);
