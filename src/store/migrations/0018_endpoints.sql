-- Up Migration

-- What each worker reports of the endpoints that it calls (llm 3.3), as JSON. Milliseconds since the epoch.
create table endpoint_readings (
  worker text not null,
  endpoint text not null,
  reading json not null,
  reported_at bigint not null,
  primary key (worker, endpoint)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on endpoint_readings to dsap_service;
  end if;
end
$$;
