import type { Look } from '../../ports/store/calls.ts';

/** The parameters of `lookAt`. */
export function lookValues({ token, phase, step, dependencies }: NonNullable<Look['call']>): readonly unknown[] {
  return [token, phase, step, Object.values(dependencies)];
}

/**
 * What of a call's material may change, as one JSON value, for a statement whose `$1` is the run; its own parameters begin at `first`.
 * Faults of a discarded attempt count on: it had no ordinal, so a simulated model meets the next entry of its script after a retry,
 * not the same fault again (running 4). `discarded` are attempts that end so in the same statement, which does not see what it writes itself.
 * A dependency is shown with the newest verdict that this run has of it.
 */
export function lookAt(first: number, discarded = "'{}'::text[]"): string {
  const [token, phase, step, artifacts] = [0, 1, 2, 3].map((at) => `$${first + at}`);
  return `json_build_object(
    'answer', (select w.artifact_id from answers w where w.run_id = $1 and w.token = ${token}::text),
    'judged', exists (select from verdicts v where v.run_id = $1 and v.token = ${token}::text),
    'faults', (
      select count(*) from faults f
      where f.run_id = $1 and (f.phase = ${phase}::text or ${phase}::text = 'guard' and f.phase = 'judge') and (
        f.token = ${token}::text or ${phase}::text = 'generate' and f.token in (
          select v.token from attempt_views v
          where v.run_id = $1 and v.step = ${step}::text and (v.status = 'discarded' or v.token = any(${discarded})) and v.seq > coalesce((
            select max(c.seq) from attempt_views c
            where c.run_id = $1 and c.step = ${step}::text and c.status <> 'discarded' and c.token <> all(${discarded} || ${token}::text)
          ), 0)
        )
      )
    ),
    'paid', (select json_agg(p.usage) from faults p where p.run_id = $1 and p.usage is not null),
    'budget', (select b.budget from run_views b where b.run_id = $1),
    'verdicts', (
      select json_object_agg(d.id, (
        select v.token from verdicts v where v.run_id = $1 and v.artifact_id = d.id order by v.created_at desc limit 1
      ))
      from unnest(${artifacts}::text[]) as d (id)
    )
  )`;
}
