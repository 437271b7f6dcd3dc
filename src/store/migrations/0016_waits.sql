-- Up Migration

-- Calls that must not go out now (llm 3.2): an endpoint is away, a rate limit is reached, or a cap. `counted` is what faults of the call are
-- counted under: an agent's turns have one token. A row with `sent` is of a call that is out again; should it fail, it has waited since.
create table call_waits (
  run_id text not null,
  counted text not null,
  token text not null,
  reason text not null,
  endpoint text,
  cap text,
  since bigint not null,
  until bigint not null,
  sent boolean not null,
  primary key (run_id, counted)
);
create index call_waits_endpoint on call_waits (endpoint) where not sent;

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on call_waits to dsap_service;
  end if;
end
$$;
