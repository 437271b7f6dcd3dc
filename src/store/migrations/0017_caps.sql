-- Up Migration

-- Caps of the settings on what all runs spend within a day or a month (llm 3.4). Amounts are micro-USD or tokens, as the cap counts.

-- What a cap counts in the window that begins then (UTC). `used`: settled; `reserved`: for calls whose end is not known yet.
create table cap_windows (
  cap text not null,
  begins timestamp not null,
  used bigint not null default 0,
  reserved bigint not null default 0,
  primary key (cap, begins)
);

-- What a call may still come to, under each cap that applies to it. `execution` tells the tries of a call apart; empty once the provider has
-- refused the try, so that the next one takes the reservation over.
create table cap_reservations (
  run_id text not null,
  call text not null,
  cap text not null,
  begins timestamp not null,
  token text not null,
  execution text not null,
  amount bigint not null,
  -- The longest answer that was reserved, in tokens.
  output bigint not null,
  primary key (run_id, call, cap)
);
create index cap_reservations_of_window on cap_reservations (cap, begins);

-- Reserves for one try of a call under all `asked` caps, or under none. An answer in tokens costs `per_output` millionths of the cap's unit a
-- token, the prompt `per_input`. Answers how long the answer may be, at least `shortest` tokens or `wanted`; null where a cap refuses: which,
-- until when in milliseconds since the epoch, and whether it would not if no other call had reserved. The same execution reserves once. An
-- earlier execution of the call of which nobody knows better was sent and is spent. Windows are locked in one order, so that no two wait
-- for each other.
create function admit_call(
  run text, called text, of_token text, by_execution text, asked json, input bigint, wanted bigint, shortest bigint
)
returns table (granted bigint, refusing text, until bigint, held boolean)
language plpgsql as $$
declare
  moment timestamp := now() at time zone 'UTC';
  one record;
  room numeric;
  fits numeric;
begin
  insert into cap_windows (cap, begins)
    select a.cap, date_trunc(a.period, moment) from json_to_recordset(asked) as a (cap text, period text) order by a.cap
    on conflict do nothing;
  perform from cap_windows w
    where (w.cap, w.begins) in (
      select a.cap, date_trunc(a.period, moment) from json_to_recordset(asked) as a (cap text, period text)
      union select r.cap, r.begins from cap_reservations r where r.run_id = run and r.call = called
    )
    order by w.cap, w.begins for update;
  granted := (
    select min(r.output) from cap_reservations r
    where r.run_id = run and r.call = called and r.execution = by_execution
  );
  if granted is not null then
    return next;
    return;
  end if;
  with over as (delete from cap_reservations r where r.run_id = run and r.call = called returning r.*)
  update cap_windows w
    set reserved = w.reserved - o.amount, used = w.used + case when o.execution = '' then 0 else o.amount end
    from over o where w.cap = o.cap and w.begins = o.begins;
  granted := wanted;
  held := true;
  for one in
    select a.*, w.used, w.reserved, extract(epoch from w.begins + ('1 ' || a.period)::interval) * 1000 as turns
    from json_to_recordset(asked) as a (cap text, period text, most bigint, per_input bigint, per_output bigint)
      join cap_windows w on w.cap = a.cap and w.begins = date_trunc(a.period, moment)
  loop
    room := one.most - one.used - one.reserved;
    fits := case when room <= 0 then -1
      when one.per_output > 0 then floor((room * 1000000 - input::numeric * one.per_input) / one.per_output)
      when room * 1000000 < input::numeric * one.per_input then -1
      else wanted end;
    granted := least(granted, fits);
    if fits < least(wanted, shortest) then
      held := held and (one.most - one.used)::numeric * 1000000
        >= input::numeric * one.per_input + least(wanted, shortest)::numeric * one.per_output;
      if until is null or until < one.turns then
        refusing := one.cap;
        until := one.turns;
      end if;
    end if;
  end loop;
  if refusing is not null then
    -- Of killed workers: the log says that nothing more comes of the attempt.
    with over as (
      delete from cap_reservations r using attempt_views v, json_to_recordset(asked) as a (cap text, period text)
      where r.cap = a.cap and r.begins = date_trunc(a.period, moment)
        and v.run_id = r.run_id and v.token = r.token and v.ended_at is not null
      returning r.*
    ), sums as (
      select o.cap, o.begins, sum(o.amount) as held, coalesce(sum(o.amount) filter (where o.execution <> ''), 0) as spent
      from over o group by 1, 2
    )
    update cap_windows w set reserved = w.reserved - s.held, used = w.used + s.spent
      from sums s where w.cap = s.cap and w.begins = s.begins;
    granted := null;
    return next;
    return;
  end if;
  with taken as (
    insert into cap_reservations (run_id, call, cap, begins, token, execution, amount, output)
      select run, called, a.cap, date_trunc(a.period, moment), of_token, by_execution,
        ceil((input::numeric * a.per_input + granted::numeric * a.per_output) / 1000000), granted
      from json_to_recordset(asked) as a (cap text, period text, per_input bigint, per_output bigint)
      returning *
  )
  update cap_windows w set reserved = w.reserved + t.amount from taken t where w.cap = t.cap and w.begins = t.begins;
  return next;
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on cap_windows, cap_reservations to dsap_service;
  end if;
end
$$;
