-- Up Migration

-- Texts of attempts as their generators write them: what grows longer than a second. The answer itself is an artifact once it is whole.
-- `execution` tells the executions of a call apart, a later one is greater: its text takes the place of what an earlier one wrote, as the
-- next `generation`. `bytes` are kept, `cut`: there was more, `gone`: they were kept and have made way. Times in milliseconds.
create table texts (
  run_id text not null,
  token text not null,
  execution bigint[] not null,
  generation int not null,
  bytes int not null,
  cut boolean not null,
  gone boolean not null,
  written_at bigint not null,
  ended_at bigint,
  primary key (run_id, token)
);
create index texts_under_way on texts (run_id) where ended_at is null and bytes > 0;
-- A text that nobody has written to for ten minutes has lost its worker, and is over.
create index texts_over on texts (coalesce(ended_at, written_at + 600000)) where bytes > 0;

-- `place`: the byte, in UTF-8, at which the piece begins; none begins or ends within a character.
create table text_chunks (
  run_id text not null,
  token text not null,
  generation int not null,
  place int not null,
  body bytea not null,
  primary key (run_id, token, generation, place)
);

-- Bytes of all chunks. Who writes holds its one row, so that two workers never take the same room.
create table text_room (bytes bigint not null);
insert into text_room values (0);

-- Keeps pieces of texts, and takes room for them from those that are over, oldest first. Answers for each piece up to which byte its text
-- is kept now, null where another execution has taken over; and whether no more of it will be. What is kept already is not kept twice.
create function keep_texts(pieces json, bodies bytea, most bigint, moment bigint, told text)
returns table (number int, kept int, is_cut boolean)
language plpgsql as $$
declare
  total bigint;
  piece record;
  head texts;
  victim texts;
  skipped int;
  size int;
begin
  select r.bytes into total from text_room r for update;
  for piece in
    select * from json_to_recordset(pieces)
      as p (number int, run text, token text, execution bigint[], place int, start int, length int, cut boolean, ended boolean)
  loop
    number := piece.number;
    select * into head from texts t where t.run_id = piece.run and t.token = piece.token;
    if found and (head.execution > piece.execution or (head.execution = piece.execution and head.gone)) then
      kept := null;
      is_cut := true;
      return next;
      continue;
    end if;
    if not found then
      insert into texts values (piece.run, piece.token, piece.execution, 1, 0, false, false, moment, null) returning * into head;
    elsif head.execution < piece.execution then
      delete from text_chunks c where c.run_id = piece.run and c.token = piece.token;
      total := total - head.bytes;
      update texts t
        set execution = piece.execution, generation = t.generation + 1, bytes = 0, cut = false, gone = false, ended_at = null
        where t.run_id = piece.run and t.token = piece.token returning * into head;
    end if;
    skipped := head.bytes - piece.place;
    size := case when skipped < 0 or head.cut then 0 else greatest(0, piece.length - skipped) end;
    while size > 0 and total + size > most loop
      select * into victim from texts t
        where t.bytes > 0 and coalesce(t.ended_at, t.written_at + 600000) <= moment
          and not (t.run_id = piece.run and t.token = piece.token)
        order by coalesce(t.ended_at, t.written_at + 600000) limit 1;
      exit when not found;
      delete from text_chunks c where c.run_id = victim.run_id and c.token = victim.token;
      update texts t set bytes = 0, gone = true where t.run_id = victim.run_id and t.token = victim.token;
      total := total - victim.bytes;
    end loop;
    head.cut := head.cut or piece.cut or (size > 0 and total + size > most);
    if size > 0 and total + size <= most then
      insert into text_chunks
        values (piece.run, piece.token, head.generation, head.bytes, substring(bodies from piece.start + skipped + 1 for size));
      head.bytes := head.bytes + size;
      total := total + size;
    end if;
    update texts t
      set bytes = head.bytes, cut = head.cut, written_at = moment, ended_at = case when piece.ended then moment end
      where t.run_id = piece.run and t.token = piece.token;
    kept := head.bytes;
    is_cut := head.cut;
    return next;
  end loop;
  update text_room set bytes = total;
  perform pg_notify('dsap_texts', told);
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'dsap_service') then
    grant select, insert, update, delete on texts, text_chunks to dsap_service;
    grant select, update on text_room to dsap_service;
  end if;
end
$$;
