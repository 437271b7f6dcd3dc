-- What a paid fault has in common with an equal one of the same call (R32), such as the same unreadable answer; null where nothing was paid
-- for, or where a connection broke.
alter table faults add column equal_by text;
