-- Up Migration

-- Time that a call waits for a limit or a cap is no part of an outage: its earlier faults count from the end of that wait.
alter table call_waits add column faults_from bigint not null default 0;
