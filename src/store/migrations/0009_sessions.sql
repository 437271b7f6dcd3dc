-- Up Migration

-- Who is signed in at a browser. `digest` is the SHA-256 of the cookie's 32 random bytes, which are nowhere else; `key_mark` ties the
-- session to the key that it was begun with, without telling anything of that key. Times in milliseconds since the epoch.
create table sessions (
  digest bytea primary key,
  principal text not null,
  key_mark bytea not null,
  created_at bigint not null,
  used_at bigint not null,
  expires_at bigint not null
);
create index sessions_expiry on sessions (expires_at);

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on sessions to dsap_service;
  end if;
end
$$;
