-- Up Migration

-- What is told of runs: caches of the log, folded from it portion by portion. `seq` is the last event that is told, `revision` what the run
-- went by then (the trace of earlier events is told by the newest plan), `format` the shape of what is remembered. A row is never
-- deleted: who writes has compared `seq`.
create table run_tellings (
  run_id text primary key,
  seq bigint not null,
  revision text,
  format int not null,
  -- What the rest of the log needs of the log so far; the state; the run's counts; how it stands.
  memory json,
  state json,
  survey json,
  standing json
) with (fillfactor = 70);

-- Actions by the event that stands for them; `place` is how many come before.
create table trace_views (
  run_id text not null,
  seq bigint not null,
  place int not null,
  entries json not null,
  primary key (run_id, seq)
);
create index trace_views_place on trace_views (run_id, place);

-- Reasons by the event that tells them: rejections that are alike by the newest.
create table reason_views (
  run_id text not null,
  seq bigint not null,
  reason json not null,
  primary key (run_id, seq)
);

-- `dsap rebuild-views`: the last run that it has come to, in the order of ids.
create table rebuilds (
  ordinal bigint generated always as identity primary key,
  run_id text not null,
  ended boolean not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on run_tellings, trace_views, reason_views, rebuilds to dsap_service;
  end if;
end
$$;
