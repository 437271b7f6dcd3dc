-- Up Migration

-- The last event in `state` where that may be behind `seq`; null: it never is.
alter table run_views add column state_seq bigint;
