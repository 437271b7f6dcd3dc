-- Up Migration

-- What limits the calls of the run and what is used of it, as JSON; null: nothing does. Calls read it before each try, without the state.
alter table run_views add column budget json;
