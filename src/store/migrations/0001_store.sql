-- Up Migration

-- What is only ever inserted (design 4, R79). JSON is kept as `json`, not `jsonb`: texts of people and models may hold NUL, which
-- jsonb refuses, and the order of keys is the order that readers see. There are no foreign keys: their checks lock the rows
-- referred to, which takes a right to update that nobody has here.

create table contents (
  digest text primary key,
  body bytea not null
);

create table definitions (
  ordinal bigint generated always as identity unique,
  name text not null,
  version int not null,
  digest text not null,
  topology text not null,
  document json not null,
  plan json not null,
  warnings json not null,
  created_at bigint not null,
  primary key (name, version),
  unique (name, digest)
);
create index definitions_digest on definitions (digest);

create table runs (
  id text primary key,
  definition_name text not null,
  definition_digest text not null,
  tags text[] not null,
  record json not null,
  created_at bigint not null
);
create index runs_newest on runs (created_at desc, id desc);
create index runs_definition on runs (definition_name, created_at desc, id desc);
create index runs_tags on runs using gin (tags);

create table events (
  run_id text not null,
  seq bigint not null,
  type text not null,
  body json not null,
  primary key (run_id, seq)
);

create table artifacts (
  ordinal bigint generated always as identity unique,
  id text primary key,
  run_id text,
  token text,
  digest text not null,
  usage json not null,
  record json not null,
  created_at bigint not null,
  unique (run_id, token)
);
create index artifacts_of_run on artifacts (run_id, ordinal);
create index artifacts_digest on artifacts (digest);

create table artifact_parents (
  artifact_id text not null,
  parent_id text not null,
  relation text not null,
  primary key (artifact_id, parent_id, relation)
);
create index artifact_children on artifact_parents (parent_id);

create table verdicts (
  run_id text not null,
  token text not null,
  artifact_id text not null,
  verdict json not null,
  created_at bigint not null,
  primary key (run_id, token)
);
create index verdicts_of_artifact on verdicts (run_id, artifact_id);

create table faults (
  ordinal bigint generated always as identity primary key,
  run_id text not null,
  token text not null,
  phase text not null,
  detail text not null,
  partial text,
  started_at bigint not null,
  recorded_at bigint not null
);
create index faults_of_call on faults (run_id, token, phase);

create table audit (
  ordinal bigint generated always as identity primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text,
  request_id text
);

-- Caches of the log, rebuildable by folding it (design 5). Room is left on their pages, and columns that move with every batch
-- are in no index, so that an update stays on its page.

create table run_views (
  run_id text primary key,
  status text not null,
  seq bigint not null,
  -- Whether the log holds more than `run.created` (R74).
  started boolean not null,
  state json not null,
  updated_at bigint not null
) with (fillfactor = 70);
create index run_views_status on run_views (status);
create index run_views_unstarted on run_views (run_id) where not started;

create table attempt_views (
  run_id text not null,
  token text not null,
  seq bigint not null,
  step text not null,
  epoch int not null,
  attempt int not null,
  n int,
  status text not null,
  started_at bigint not null,
  ended_at bigint,
  artifact_id text,
  primary key (run_id, token)
) with (fillfactor = 70);
create index attempt_views_oldest on attempt_views (run_id, seq);
create index attempt_views_artifact on attempt_views (artifact_id) where artifact_id is not null;
create index attempt_views_discarded on attempt_views (run_id) where status = 'discarded';

create table escalation_views (
  id text primary key,
  run_id text not null,
  kind text not null,
  status text not null,
  opened_at bigint not null,
  escalation json not null
);
create index escalation_views_newest on escalation_views (opened_at desc, id desc);
create index escalation_views_of_run on escalation_views (run_id);
create index escalation_views_open on escalation_views (opened_at desc, id desc) where status = 'open';

-- Idempotency keys (R56). `id` is a digest of scope and key, so that neither is limited.
create table requests (
  id text primary key,
  digest text not null,
  answer json,
  started_at bigint not null,
  expires_at bigint not null
);
create index requests_expiry on requests (expires_at);

-- The artifact that a call came to: the one stored under its token, else the one that the log names (a person's, a seed's).
create view answers as
  select run_id, token, id as artifact_id from artifacts where run_id is not null and token is not null
  union all
  select run_id, token, artifact_id from attempt_views v
  where artifact_id is not null
    and not exists (select from artifacts a where a.run_id = v.run_id and a.token = v.token);

-- An artifact's status is what the log says of its token, whenever it arrived (R27); one that came from elsewhere has the
-- newest status that a run gave it.
create view artifact_statuses as
  select a.id as artifact_id,
    coalesce(
      (select v.status from attempt_views v where v.run_id = a.run_id and v.token = a.token),
      (select v.status from attempt_views v where v.artifact_id = a.id order by v.started_at desc limit 1),
      'pending'
    ) as status
  from artifacts a;

-- The service's role may insert and read what is append-only, nothing else (R79). Where this user may not create or take a role,
-- the owner itself gives the rights up. Another database of the server may be creating the same role at this moment.
do $$
declare
  append_only constant text := 'contents, definitions, runs, events, artifacts, artifact_parents, verdicts, faults, audit';
  caches constant text := 'run_views, attempt_views, escalation_views';
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
  role_exists boolean;
  taken boolean := false;
begin
  begin
    create role dsap_service nologin;
  exception when duplicate_object or unique_violation or insufficient_privilege then null;
  end;
  select exists (select from pg_roles where rolname = 'dsap_service') into role_exists;
  if role_exists then
    if not pg_has_role('dsap_service', membership) then
      begin
        execute format('grant dsap_service to %I', current_user);
      exception when insufficient_privilege then null;
      end;
    end if;
    taken := pg_has_role('dsap_service', membership);
    begin
      execute format('grant usage on schema %I to dsap_service', current_schema());
    exception when insufficient_privilege then null;
    end;
    execute format('grant select, insert on %s to dsap_service', append_only);
    execute format('grant select, insert, update on %s to dsap_service', caches);
    grant select, insert, update, delete on requests to dsap_service;
    grant select on answers, artifact_statuses to dsap_service;
  end if;
  if not taken then
    execute format('revoke update, delete, truncate on %s from %I', append_only, current_user);
  end if;
end
$$;
