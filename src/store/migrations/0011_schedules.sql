-- Up Migration

-- What is started when. `body` as it was asked for; `revision` counts changes, `synced` is the newest one that Temporal is known to have.
-- Times in milliseconds since the epoch.
create table schedules (
  tenant text not null check (tenant <> ''),
  id text not null,
  body json not null,
  paused boolean not null,
  note text,
  revision int not null,
  synced int not null,
  deleted boolean not null,
  created_by text not null,
  created_at bigint not null,
  updated_at bigint not null,
  request_digest text not null,
  primary key (tenant, id)
);
create index schedules_unsynced on schedules (tenant, id) where synced < revision;

-- The moments for which they fired. `execution` waits in Temporal for the end of what was started. A fire is due, then claimed by who starts
-- it, then started or refused; or it is recalled before that. `told` once its execution knows that all is over.
create table schedule_fires (
  tenant text not null check (tenant <> ''),
  schedule text not null,
  execution text not null,
  at bigint not null,
  state text not null check (state in ('due', 'claimed', 'started', 'refused', 'recalled')),
  claimed_at bigint,
  run_id text,
  failure json,
  told boolean not null,
  primary key (tenant, schedule, execution)
);
create index schedule_fires_untold on schedule_fires (at) where not told;
create index schedule_fires_runs on schedule_fires (run_id) where run_id is not null;
create index schedule_fires_refused on schedule_fires (tenant, schedule, at desc) where state = 'refused';

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on schedules, schedule_fires to dsap_service;
  end if;
end
$$;
