-- Up Migration

-- No guard judges the evidence of a base case: it is accepted once the log goes by it.
create index evidence on events (run_id, (body ->> 'artifactId')) where type = 'basecase.verified';

create or replace view artifact_statuses as
  select a.id as artifact_id,
    coalesce(
      (select v.status from attempt_views v where v.run_id = a.run_id and v.token = a.token),
      (select v.status from attempt_views v where v.artifact_id = a.id order by v.started_at desc limit 1),
      (
        select 'accepted' from events e
        where e.run_id = a.run_id and e.type = 'basecase.verified' and e.body ->> 'artifactId' = a.id
        limit 1
      ),
      'pending'
    ) as status
  from artifacts a;
