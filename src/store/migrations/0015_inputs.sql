-- Up Migration

-- The input of a run as JSON, beside its record: it may have 4 MiB, and lists of runs must not read it. It is `text`, of which PostgreSQL
-- knows the length without reading it. Null: the run was stored before, and its record holds the input.
alter table runs add column input text;
