import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { Looked } from '../../ports/store/calls.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import type { StoredRecord } from '../runs/runs.ts';
import { ATTEMPT, type StoredHead } from './heads.ts';
import { lookAt } from './look.ts';
import { SINCE } from './snapshots.ts';

interface Sized {
  /** Bytes of the JSON. */
  readonly size: number;
  readonly body: Buffer | null;
}

/** One statement answers with rows of six kinds, so that a call costs one round trip. */
export type LoadRow = Sized &
  (
    | {
        readonly kind: 'run';
        readonly document: {
          readonly run: StoredRecord['record'];
          readonly input: string | null;
          readonly document: unknown;
          readonly plan: RunRecord['plan'] | null;
        };
      }
    | { readonly kind: 'look'; readonly document: Looked }
    | { readonly kind: 'head'; readonly document: StoredHead }
    /** `name`: of a dependency the artifact's id, of the others the token. */
    | { readonly kind: 'dependency' | 'answer'; readonly name: string; readonly document: ArtifactRecord }
    | { readonly kind: 'verdict'; readonly name: string; readonly document: Verdict }
  );

export const LOAD = {
  name: 'load-call',
  text: `
    select 'run' as kind, null as name,
      json_build_object('run', r.record, 'input', r.input, 'document', coalesce(p.document, d.document), 'plan', p.plan) as document,
      null::bytea as body,
      octet_length(r.record::text) + coalesce(octet_length(r.input), 0) + octet_length(coalesce(p.document, d.document)::text) as size
    from runs r join definitions d on d.digest = r.definition_digest and d.name = r.definition_name
      left join revisions p on p.run_id = r.id and p.digest = $9
    where $8::boolean and r.id = $1
    union all
    select 'dependency', a.id, a.record, c.body, octet_length(a.record::text)
    from artifacts a left join contents c on c.digest = a.digest
    where a.id = any($6::text[])
    union all
    select 'answer', w.token, a.record, c.body, octet_length(a.record::text)
    from answers w join artifacts a on a.id = w.artifact_id
      left join contents c on c.digest = a.digest
    where w.run_id = $1 and w.token = any($7::text[])
    union all
    select 'verdict', v.token, v.verdict, null, octet_length(v.verdict::text)
    from verdicts v where v.run_id = $1 and v.token = any($7::text[])
    union all
    select 'verdict', n.token, n.verdict, null, octet_length(n.verdict::text)
    from unnest($5::text[]) as d (id) cross join lateral (
      select v.token, v.verdict from verdicts v
      where v.run_id = $1 and v.artifact_id = d.id order by v.created_at desc limit 1
    ) n
    union all
    select 'head', null, json_build_object(
      'state', v.state, 'size', octet_length(v.state::text), 'since', ${SINCE}, 'topology', (select r.record ->> 'topology' from runs r where r.id = v.run_id),
      'attempts', (select json_agg(${ATTEMPT}) from attempt_views a where a.run_id = v.run_id and a.ended_at is null)
    ), null, 0
    from run_views v where $10::boolean and v.run_id = $1
    union all
    select 'look', null, ${lookAt(2)}, null, 0`,
};
