-- Up Migration

-- When a question expires; null: never. What people wrote stands in strings, where a quote is escaped, so that the pattern finds the field alone.
alter table escalation_views
  add column expires_at bigint generated always as (substring(escalation::text from '"expiresAt":([0-9]+)')::bigint) stored;

-- Open questions by urgency: those that expire first, then the oldest. The number is the greatest that the service counts with: never.
create index escalation_views_urgent
  on escalation_views ((coalesce(expires_at, 9007199254740991)), opened_at, (id collate "C")) where status = 'open';
