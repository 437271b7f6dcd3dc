-- Up Migration

-- What the sandboxes of a worker can do, told by itself when it comes up (guards 1.7). Only ever inserted; the newest row counts.
create table worker_offers (
  ordinal bigint generated always as identity primary key,
  worker text not null,
  offers json not null,
  announced_at bigint not null
);
create index worker_offers_newest on worker_offers (worker, ordinal desc);

do $$
declare
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
  taken boolean := false;
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert on worker_offers to dsap_service;
    taken := pg_has_role('dsap_service', membership);
  end if;
  if not taken then
    execute format('revoke update, delete, truncate on worker_offers from %I', current_user);
  end if;
end
$$;
