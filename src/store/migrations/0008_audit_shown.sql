-- Up Migration

-- Who decided, and seeing what: stands for all that a question showed; only decisions that name it have one.
alter table audit add column shown text;
