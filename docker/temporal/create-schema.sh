#!/bin/sh
# Makes Temporal's two databases and brings them to the schema of this version. Safe to run again.
set -eu

prepare() {
  database=$1
  versions=/etc/temporal/schema/postgresql/v12/$2/versioned
  set -- temporal-sql-tool --plugin postgres12 --endpoint "$DB_HOST" --port "$DB_PORT" --user "$DB_USER" --database "$database"
  "$@" create
  "$@" setup-schema -v 0.0
  "$@" update-schema -d "$versions"
}

prepare temporal temporal
prepare temporal_visibility visibility
