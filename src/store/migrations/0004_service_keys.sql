-- Up Migration

-- Keys that the processes on this database have in common and nobody else has. Only ever inserted: the first one of a name stays.
create table service_keys (
  name text primary key,
  key bytea not null
);

do $$
declare
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
  taken boolean := false;
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert on service_keys to dsap_service;
    taken := pg_has_role('dsap_service', membership);
  end if;
  if not taken then
    execute format('revoke update, delete, truncate on service_keys from %I', current_user);
  end if;
end
$$;
