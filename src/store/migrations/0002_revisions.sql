-- Up Migration

-- What a redirect made of a run's definition (api 4): the document and the plan that the run goes on with. Only ever inserted.
create table revisions (
  run_id text not null,
  digest text not null,
  document json not null,
  plan json not null,
  created_at bigint not null,
  primary key (run_id, digest)
);

-- The revision that a run goes by. A column of its own: a text of a person's in `state` may hold NUL, which no JSON operator reads.
alter table run_views add column revision text;

-- What was paid for an answer of a judge that nothing could be read in.
alter table faults add column usage json;

do $$
declare
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
  taken boolean := false;
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert on revisions to dsap_service;
    taken := pg_has_role('dsap_service', membership);
  end if;
  if not taken then
    execute format('revoke update, delete, truncate on revisions from %I', current_user);
  end if;
end
$$;
