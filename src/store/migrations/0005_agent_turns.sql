-- Up Migration

-- Calls of models that agents have made, and what came of the effects of their tools (design 6, R80). Only ever inserted; the first row
-- of a turn or an effect counts. What is large lies in `contents`.
create table agent_turns (
  run_id text not null,
  token text not null,
  iteration int not null,
  step text not null,
  epoch int not null,
  -- Digest of the session as this turn left it.
  state_ref text not null,
  -- Of this turn alone.
  usage json not null,
  created_at bigint not null,
  primary key (run_id, token, iteration)
);
create index agent_turns_of_step on agent_turns (run_id, step);

create table agent_effects (
  run_id text not null,
  token text not null,
  iteration int not null,
  -- The call's id.
  call text not null,
  answer json not null,
  created_at bigint not null,
  primary key (run_id, token, iteration, call)
);

do $$
declare
  tables constant text := 'agent_turns, agent_effects';
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
  taken boolean := false;
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    execute format('grant select, insert on %s to dsap_service', tables);
    taken := pg_has_role('dsap_service', membership);
  end if;
  if not taken then
    execute format('revoke update, delete, truncate on %s from %I', tables, current_user);
  end if;
end
$$;
