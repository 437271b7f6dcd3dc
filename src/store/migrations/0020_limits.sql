-- Up Migration

-- Rate limits of the endpoints' keys (llm 3.7). Times are milliseconds since the epoch, seconds count from the epoch as well.

-- One row for each key (`model` is empty: what the settings limit, and what its models share), and one for each of its models, since most
-- providers count their models apart.
create table endpoint_limits (
  endpoint text not null,
  key text not null,
  model text not null,
  -- What headers and refusals say that a minute allows, and when they said it.
  requests bigint,
  tokens bigint,
  learned_at bigint not null default 0,
  concurrency bigint,
  concurrency_at bigint not null default 0,
  -- Requests a minute where refusals name no limit: as many as passed. It grows by `presumed_step` while nothing is refused, at `presumed_next`
  -- at the earliest; `presumed_hold`: how long the next refusal keeps it.
  presumed bigint,
  presumed_at bigint not null default 0,
  presumed_step bigint not null default 1,
  presumed_next bigint not null default 0,
  presumed_hold bigint not null default 60000,
  -- What others use of the same key, as far as headers show it, and until when.
  others_requests bigint not null default 0,
  others_requests_until bigint not null default 0,
  others_tokens bigint not null default 0,
  others_tokens_until bigint not null default 0,
  -- The provider asked everybody to wait until then.
  blocked_until bigint not null default 0,
  -- What answers usually have at most, in tokens, and how long a call takes, in milliseconds.
  answer_tokens bigint,
  call_time bigint,
  swept_at bigint not null default 0,
  -- Some providers enforce a limit of a minute over shorter times: a refusal for a short while, long before the limit was used up, shows that. The
  -- requests of a minute then go out evenly, over each 10 seconds or each second (`pace`; null: at once, as they come), for an hour after the last
  -- refusal that shows it.
  pace bigint,
  paced_at bigint not null default 0,
  primary key (endpoint, key, model)
);

-- Requests and tokens of each second, of those that went out and of those that are booked for it; `refused`: requests that brought a 429.
create table limit_seconds (
  endpoint text not null,
  key text not null,
  model text not null,
  second bigint not null,
  requests bigint not null default 0,
  tokens bigint not null default 0,
  refused bigint not null default 0,
  primary key (endpoint, key, model, second)
);

-- Calls that wait: for the second that is booked for them, or, where `second` is null, for one of the calls in flight to end. A call whose route has
-- several models of the endpoint may have a booking for each.
create table limit_bookings (
  endpoint text not null,
  key text not null,
  run_id text not null,
  call text not null,
  model text not null,
  token text not null,
  place bigint generated always as identity,
  second bigint,
  tokens bigint not null default 0,
  -- When the call looks again.
  looks_at bigint not null,
  made_at bigint not null,
  primary key (endpoint, key, run_id, call, model)
);
create index limit_bookings_second on limit_bookings (endpoint, key, model, second);
create index limit_bookings_due on limit_bookings (endpoint, key, (coalesce(second * 1000, looks_at)));

-- Calls in flight to a key whose calls at once are limited. The worker renews them, so those of a killed one expire.
create table limit_leases (
  execution text primary key,
  endpoint text not null,
  key text not null,
  begun bigint not null,
  expires bigint not null
);
create index limit_leases_key on limit_leases (endpoint, key);

-- The first second from `earliest` on at which one more request of `wanted` tokens fits: no `span` seconds in a row, usually 62, may hold more than the limits.
-- That is a minute, one second because seconds are whole, and one for what the way to the provider takes. What others use counts as if it had gone
-- out 62 seconds before it is over. More tokens than the limit take a whole window for themselves. `is_due`: its turn has come, so it goes before
-- those that are booked for later, which look for another turn if they no longer fit.
create function limit_fit(
  s endpoint_limits, most_requests numeric, most_tokens numeric, wanted numeric, earliest bigint, is_due boolean, span bigint
)
returns bigint
language plpgsql as $$
declare
  fits bigint := earliest;
  over bigint;
  needed numeric := least(wanted, most_tokens);
begin
  if most_requests is null and most_tokens is null then
    return fits;
  end if;
  loop
    with around as (
      select b.second, b.requests::numeric as requests, b.tokens::numeric as tokens from limit_seconds b
      where b.endpoint = s.endpoint and b.key = s.key and b.model = s.model and b.second > fits - span
        and b.second < case when is_due then fits + 1 else fits + span end
      union all select s.others_requests_until / 1000 - span + 1, s.others_requests, 0 where s.others_requests > 0 and span = 62
      union all select s.others_tokens_until / 1000 - span + 1, 0, s.others_tokens where s.others_tokens > 0 and span = 62
      union all select fits, 1, coalesce(needed, 0)
    ), sums as (
      select a.second, sum(a.requests) over w as requests, sum(a.tokens) over w as tokens from around a
      where a.second > fits - span
      window w as (order by a.second range between span - 1 preceding and current row)
    )
    select max(u.second) into over from sums u
    where u.second >= fits and (u.requests > most_requests or u.tokens > most_tokens);
    if over is null then
      return fits;
    end if;
    if over > fits then
      fits := over + 1;
      continue;
    end if;
    with before as (
      select b.second, b.requests::numeric as requests, b.tokens::numeric as tokens from limit_seconds b
      where b.endpoint = s.endpoint and b.key = s.key and b.model = s.model and b.second > fits - span and b.second <= fits
      union all select s.others_requests_until / 1000 - span + 1, s.others_requests, 0 where span = 62
      union all select s.others_tokens_until / 1000 - span + 1, 0, s.others_tokens where span = 62
      union all select fits, 0, 0
    ), later as (
      select b.second,
        coalesce(sum(sum(b.requests)) over (order by b.second desc rows between unbounded preceding and 1 preceding), 0) as requests,
        coalesce(sum(sum(b.tokens)) over (order by b.second desc rows between unbounded preceding and 1 preceding), 0) as tokens
      from before b where b.second > fits - span and b.second <= fits group by b.second
    )
    select min(l.second) + span into fits from later l
    where (most_requests is null or l.requests + 1 <= most_requests) and (most_tokens is null or l.tokens + needed <= most_tokens);
  end loop;
end
$$;

-- Adds to what the seconds hold, of the model and of the key. A row names its second, or how many milliseconds ago it was.
create function count_calls(of_endpoint text, of_key text, of_model text, moment bigint, counts json) returns void
language sql as $$
  insert into limit_seconds as b (endpoint, key, model, second, requests, tokens, refused)
  select of_endpoint, of_key, m.model, coalesce(c.second, (moment - c.age) / 1000),
    sum(coalesce(c.requests, 0)), sum(coalesce(c.tokens, 0)), sum(coalesce(c.refused, 0))
  from json_to_recordset(counts) as c (second bigint, age bigint, requests bigint, tokens bigint, refused bigint),
    unnest(array['', of_model]) as m (model)
  group by 1, 2, 3, 4
  order by m.model, 4
  on conflict (endpoint, key, model, second) do update
    set requests = greatest(0, b.requests + excluded.requests), tokens = greatest(0, b.tokens + excluded.tokens),
      refused = b.refused + excluded.refused
$$;

-- Locks the rows of the key and of its model, and returns the time: `given`, else the clock's once they are locked. It also deletes rows of the key
-- that no longer count: old seconds, expired leases, and bookings whose call did not come back.
create function lock_limits(of_endpoint text, of_key text, of_model text, given bigint) returns bigint
language plpgsql as $$
begin
  perform from endpoint_limits l
    where l.endpoint = of_endpoint and l.key = of_key and l.model in ('', of_model) order by l.model for update;
  if (select count(*) from endpoint_limits l where l.endpoint = of_endpoint and l.key = of_key and l.model in ('', of_model)) < 2 then
    insert into endpoint_limits (endpoint, key, model)
      select of_endpoint, of_key, m.model from unnest(array['', of_model]) as m (model) order by m.model
      on conflict do nothing;
    perform from endpoint_limits l
      where l.endpoint = of_endpoint and l.key = of_key and l.model in ('', of_model) order by l.model for update;
  end if;
  given := coalesce(given, floor(extract(epoch from clock_timestamp()) * 1000));
  delete from limit_seconds b
    where b.endpoint = of_endpoint and b.key = of_key and b.model in ('', of_model) and b.second < given / 1000 - 130;
  delete from limit_leases e where e.endpoint = of_endpoint and e.key = of_key and e.expires < given - 60000;
  -- Their seconds are deleted already, so no counts are given back.
  delete from limit_bookings b
    where b.endpoint = of_endpoint and b.key = of_key and coalesce(b.second * 1000, b.looks_at) < given - 600000;
  return given;
end
$$;

-- Calls that a process sent without asking, since it knew of no limit that was near. A presumed limit that was found meanwhile did not know of them.
create function count_unasked(of_endpoint text, of_key text, of_model text, moment bigint, counts json) returns void
language plpgsql as $$
begin
  perform count_calls(of_endpoint, of_key, of_model, moment, counts);
  update endpoint_limits l set presumed = l.presumed + c.passed
    from (
      select sum(c.requests - c.refused) as passed
      from json_to_recordset(counts) as c (age bigint, requests bigint, refused bigint), endpoint_limits p
      where p.endpoint = of_endpoint and p.key = of_key and p.model = of_model
        and moment - c.age between p.presumed_at - 62000 and p.presumed_at
    ) c
    where l.endpoint = of_endpoint and l.key = of_key and l.model = of_model and l.presumed is not null and c.passed > 0;
end
$$;

-- Lets a call go out now, or books the first second at which it fits. `asked_*`: what the settings allow; `patience`: where the wait would be longer,
-- nothing is booked (null: any). `input` and `longest`: tokens of the prompt and of the longest answer. The call that comes back finds its
-- booking and goes out, unless the limits have changed or the key is blocked; earlier, where others have made room. A new call waits behind those
-- of its model that have a booking. Calls at once are leases; a call that waits for one looks when its turn is likely to come.
create function book_call(
  of_endpoint text, of_key text, of_model text, run text, called text, of_token text, of_execution text, given bigint,
  input bigint, longest bigint, patience bigint, asked_requests bigint, asked_tokens bigint, asked_concurrency bigint, unasked json
)
returns table (admitted boolean, wait bigint, look bigint, second bigint, reserved bigint, reason text)
language plpgsql as $$
declare
  moment bigint := lock_limits(of_endpoint, of_key, of_model, given);
  this bigint := moment / 1000;
  shared endpoint_limits;
  own endpoint_limits;
  held limit_bookings;
  own_place bigint;
  gone limit_bookings;
  last bigint;
  blocked bigint;
  most_requests bigint;
  most_tokens bigint;
  at_once bigint;
  least_wait bigint;
  busy bigint;
  ahead bigint;
  ends bigint[];
  fits bigint;
  again bigint;
begin
  if json_array_length(unasked) > 0 then
    perform count_unasked(of_endpoint, of_key, of_model, moment, unasked);
  end if;
  select * into shared from endpoint_limits l where l.endpoint = of_endpoint and l.key = of_key and l.model = '';
  select * into own from endpoint_limits l where l.endpoint = of_endpoint and l.key = of_key and l.model = of_model;
  shared.requests := case when shared.learned_at > moment - 86400000 then shared.requests end;
  shared.concurrency := case when shared.concurrency_at > moment - 86400000 then shared.concurrency end;
  if own.learned_at <= moment - 86400000 then
    own.requests := null;
    own.tokens := null;
  end if;
  own.pace := case when own.paced_at > moment - 3600000 then own.pace end;
  if own.presumed_next <= moment and own.presumed <= (
    select sum(b.requests) from limit_seconds b
    where b.endpoint = of_endpoint and b.key = of_key and b.model = of_model and b.second > this - 62 and b.second <= this
  ) then
    own.presumed := own.presumed + own.presumed_step;
    update endpoint_limits l
      set presumed = own.presumed, presumed_step = 2 * own.presumed_step, presumed_next = moment + 62000
      where l.endpoint = of_endpoint and l.key = of_key and l.model = of_model;
  end if;

  select * into held from limit_bookings b
    where b.endpoint = of_endpoint and b.key = of_key and b.run_id = run and b.call = called and b.model = of_model;
  -- Calls at once are limited for all models together, so a call keeps its place in that queue when it asks for another model.
  select min(b.place) into own_place from limit_bookings b
    where b.endpoint = of_endpoint and b.key = of_key and b.run_id = run and b.call = called;
  if held.second is not null then
    perform count_calls(of_endpoint, of_key, of_model, moment,
      json_build_array(json_build_object('second', held.second, 'requests', -1, 'tokens', -held.tokens)));
  end if;
  blocked := greatest(shared.blocked_until, own.blocked_until);
  most_requests := least(own.requests, own.presumed);
  most_tokens := own.tokens;
  reserved := input + least(longest, coalesce(own.answer_tokens, longest));
  at_once := least(asked_concurrency, shared.concurrency);
  least_wait := greatest(150, at_once * 25);

  if at_once is not null then
    delete from limit_leases e where e.endpoint = of_endpoint and e.key = of_key and e.expires <= moment;
    select count(*), array_agg(e.begun + coalesce(shared.call_time, 500) order by e.begun) into busy, ends
      from limit_leases e where e.endpoint = of_endpoint and e.key = of_key;
    -- Those that should have looked long ago will not.
    delete from limit_bookings b
      where b.endpoint = of_endpoint and b.key = of_key and b.second is null and b.looks_at < moment - 30000
        and (b.run_id, b.call) <> (run, called);
    -- A new call leaves room for those that are about to look.
    select count(*) into ahead from limit_bookings b
      where b.endpoint = of_endpoint and b.key = of_key and b.second is null and own_place is null
        and b.looks_at between moment - 2000 and moment + 1000;
    if busy + ahead >= at_once then
      select count(*) into ahead from limit_bookings b
        where b.endpoint = of_endpoint and b.key = of_key and b.second is null and (own_place is null or b.place < own_place);
      again := greatest(blocked, coalesce(ends[1 + ahead % at_once], moment), moment + least_wait) + (ahead / at_once) * coalesce(shared.call_time, 500);
      admitted := false;
      reason := 'concurrency';
      wait := again - moment;
      -- All together they look about 40 times a second at most.
      look := least(greatest(wait / 2, least_wait), greatest(15000, ahead * 25));
      if held.second is not null and wait > patience then
        perform count_calls(of_endpoint, of_key, of_model, moment,
          json_build_array(json_build_object('second', held.second, 'requests', 1, 'tokens', held.tokens)));
      elsif wait <= patience or patience is null then
        insert into limit_bookings as b (endpoint, key, run_id, call, model, token, second, tokens, looks_at, made_at)
          values (of_endpoint, of_key, run, called, of_model, of_token, null, 0, moment + look, moment)
          on conflict (endpoint, key, run_id, call, model) do update
            set second = null, tokens = 0, looks_at = excluded.looks_at, made_at = excluded.made_at;
      end if;
      return next;
      return;
    end if;
  end if;

  select max(b.second) into last from limit_bookings b
    where b.endpoint = of_endpoint and b.key = of_key and b.model = of_model and b.second >= this;
  if last > this + 15 and own.swept_at < moment - 5000 then
    -- Bookings of runs that were stopped: their calls no longer wait.
    update endpoint_limits l set swept_at = moment
      where l.endpoint = of_endpoint and l.key = of_key and l.model = of_model;
    for gone in
      delete from limit_bookings b
      where b.endpoint = of_endpoint and b.key = of_key and b.model = of_model and b.second > this and b.made_at < moment - 30000
        and (b.run_id, b.call) <> (run, called)
        and not exists (select from call_waits w where w.run_id = b.run_id and w.token = b.token and not w.sent)
      returning b.*
    loop
      perform count_calls(of_endpoint, of_key, of_model, moment,
        json_build_array(json_build_object('second', gone.second, 'requests', -1, 'tokens', -gone.tokens)));
    end loop;
    select max(b.second) into last from limit_bookings b
      where b.endpoint = of_endpoint and b.key = of_key and b.model = of_model and b.second >= this;
  end if;
  fits := greatest(this, blocked / 1000);
  if held.second between this - 1 and this and blocked <= moment then
    -- In time for its booking.
    fits := held.second;
  elsif held.second is null then
    fits := greatest(fits, last);
  end if;
  loop
    again := fits;
    fits := limit_fit(shared, least(asked_requests, shared.requests), asked_tokens, reserved, fits, coalesce(held.second <= this, false), 62);
    fits := limit_fit(own, most_requests, most_tokens, reserved, fits, coalesce(held.second <= this, false), 62);
    if own.pace is not null and most_requests is not null then
      fits := limit_fit(
        own,
        case when own.pace = 10 then ceil(most_requests / 6.0) when most_requests >= 60 then floor(most_requests / 60.0) else 1 end,
        null, 0, fits, coalesce(held.second <= this, false),
        case when own.pace = 10 then 11 when most_requests >= 60 then 1 else ceil(62.0 / most_requests)::bigint end
      );
    end if;
    exit when fits = again;
  end loop;
  admitted := fits <= this and blocked <= moment;
  second := fits;
  wait := case when admitted then 0 else greatest(fits * 1000, blocked) - moment end;
  look := case when wait > 10000 then wait / 2 else wait end;
  reason := 'rate';
  if admitted then
    -- The call no longer needs the bookings that it has for other models.
    for gone in
      delete from limit_bookings b
      where b.endpoint = of_endpoint and b.key = of_key and b.run_id = run and b.call = called
      returning b.*
    loop
      if gone.model <> of_model and gone.second is not null then
        perform count_calls(of_endpoint, of_key, gone.model, moment,
          json_build_array(json_build_object('second', gone.second, 'requests', -1, 'tokens', -gone.tokens)));
      end if;
    end loop;
    if at_once is not null then
      insert into limit_leases (execution, endpoint, key, begun, expires)
        values (of_execution, of_endpoint, of_key, moment, moment + 30000);
    end if;
  elsif wait <= patience or patience is null then
    insert into limit_bookings as b (endpoint, key, run_id, call, model, token, second, tokens, looks_at, made_at)
      values (of_endpoint, of_key, run, called, of_model, of_token, fits, reserved, moment + look, moment)
      on conflict (endpoint, key, run_id, call, model) do update
        set second = excluded.second, tokens = excluded.tokens, looks_at = excluded.looks_at, made_at = excluded.made_at;
  elsif held.second is not null then
    -- It keeps the booking that it has.
    fits := held.second;
    reserved := held.tokens;
  else
    return next;
    return;
  end if;
  perform count_calls(of_endpoint, of_key, of_model, moment,
    json_build_array(json_build_object('second', fits, 'requests', 1, 'tokens', reserved)));
  return next;
end
$$;

-- Notes what a call has shown of the limits, and gives back what it left unused. `said`: limits, remaining amounts and resets of headers, in
-- milliseconds; `counts`: as `count_calls` takes them; `unasked`: of calls that did not ask; `blocked`: milliseconds that the provider asked to
-- wait; `presumes`: a request was refused and no limit was named; `paces`: it was refused for a short while only; `answer`: tokens of an answer; `executions`: calls whose leases end, which took
-- `call_time` milliseconds.
create function note_limits(of_endpoint text, of_key text, of_model text, given bigint, noted json) returns void
language plpgsql as $$
declare
  moment bigint := lock_limits(of_endpoint, of_key, of_model, given);
  this bigint := moment / 1000;
  said record;
  sent record;
  siblings bigint;
  passed bigint;
  most bigint;
begin
  if json_array_length(noted -> 'unasked') > 0 then
    perform count_unasked(of_endpoint, of_key, of_model, moment, noted -> 'unasked');
  end if;
  if json_array_length(noted -> 'counts') > 0 then
    perform count_calls(of_endpoint, of_key, of_model, moment, noted -> 'counts');
  end if;
  delete from limit_leases e using json_array_elements_text(noted -> 'executions') x where e.execution = x.value;
  select * into said from json_to_record(noted) as n (
    requests bigint, requests_remaining bigint, requests_reset bigint, tokens bigint, tokens_remaining bigint, tokens_reset bigint,
    forget_requests boolean, forget_tokens boolean, concurrency bigint, blocked bigint, presumes boolean, paces boolean, answer bigint, call_time bigint
  );
  select coalesce(sum(b.requests), 0) as requests, coalesce(sum(b.tokens), 0) as tokens, coalesce(sum(b.refused), 0) as refused
    into sent from limit_seconds b
    where b.endpoint = of_endpoint and b.key = of_key and b.model = of_model and b.second > this - 62 and b.second <= this;
  passed := sent.requests - sent.refused;
  select coalesce(said.requests, case when l.learned_at > moment - 86400000 then l.requests end) into most
    from endpoint_limits l where l.endpoint = of_endpoint and l.key = of_key and l.model = of_model;
  update endpoint_limits l set
    requests = case when said.forget_requests then null else coalesce(said.requests, l.requests) end,
    tokens = case when said.forget_tokens then null else coalesce(said.tokens, l.tokens) end,
    learned_at = case when coalesce(said.requests, said.tokens) is null then l.learned_at else moment end,
    others_requests = case when said.requests_remaining is null then l.others_requests
      else greatest(0, said.requests - said.requests_remaining - sent.requests) end,
    others_requests_until = case when said.requests_remaining is null then l.others_requests_until
      else moment + least(coalesce(said.requests_reset, 60000), 60000) end,
    others_tokens = case when said.tokens_remaining is null then l.others_tokens
      else greatest(0, said.tokens - said.tokens_remaining - sent.tokens) end,
    others_tokens_until = case when said.tokens_remaining is null then l.others_tokens_until
      else moment + least(coalesce(said.tokens_reset, 60000), 60000) end,
    blocked_until = greatest(l.blocked_until, case when said.blocked > 0 then moment + said.blocked end),
    presumed = case when said.presumes then greatest(1, least(coalesce(l.presumed, sent.requests - sent.refused), sent.requests - sent.refused))
      when said.requests is not null then null else l.presumed end,
    presumed_at = case when said.presumes then moment else l.presumed_at end,
    presumed_step = case when said.presumes then 1 else l.presumed_step end,
    -- Refusals of one burst are one.
    presumed_next = case when said.presumes and l.presumed_at < moment - 62000 then moment + least(2 * l.presumed_hold, 600000)
      else l.presumed_next end,
    presumed_hold = case when said.presumes and l.presumed_at < moment - 62000 then least(2 * l.presumed_hold, 600000) else l.presumed_hold end,
    pace = case when said.paces and passed < 0.8 * most then least(
        case when l.paced_at > moment - 3600000 then l.pace end, case when passed * 6 >= most then 10 else 1 end
      )
      when said.paces and said.presumes then 1 else l.pace end,
    paced_at = case when said.paces and (said.presumes or passed < 0.8 * most) then moment else l.paced_at end,
    answer_tokens = case when said.answer is null then l.answer_tokens
      else greatest(said.answer, l.answer_tokens - (l.answer_tokens - said.answer) / 8) end
    where l.endpoint = of_endpoint and l.key = of_key and l.model = of_model;
  if said.concurrency is not null or said.call_time is not null then
    update endpoint_limits l set
      concurrency = coalesce(said.concurrency, l.concurrency),
      concurrency_at = case when said.concurrency is null then l.concurrency_at else moment end,
      call_time = case when said.call_time is null then l.call_time
        else coalesce((l.call_time * 4 + said.call_time) / 5, said.call_time) end
      where l.endpoint = of_endpoint and l.key = of_key and l.model = '';
  end if;
  if said.requests - said.requests_remaining - sent.requests >= 2 then
    -- As many as its other models have sent: the key's models share the limit.
    select sum(b.requests) into siblings from limit_seconds b
      where b.endpoint = of_endpoint and b.key = of_key and b.model not in ('', of_model) and b.second > this - 62 and b.second <= this
        and exists (
          select from endpoint_limits o
          where o.endpoint = of_endpoint and o.key = of_key and o.model = b.model and o.requests = said.requests
        );
    if siblings >= (said.requests - said.requests_remaining - sent.requests) * 8 / 10 then
      update endpoint_limits l set requests = said.requests, learned_at = moment
        where l.endpoint = of_endpoint and l.key = of_key and l.model = '';
    end if;
  end if;
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on endpoint_limits, limit_seconds, limit_bookings, limit_leases to dsap_service;
  end if;
end
$$;
