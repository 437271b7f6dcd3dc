#!/bin/sh
# Runs once, when the volume is new: a user for Temporal, who makes its own databases, and one with a database for dsap.
# CREATEROLE lets dsap make the role that can only add to its log.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set=temporal_password="$TEMPORAL_DB_PASSWORD" --set=dsap_password="$DSAP_DB_PASSWORD" <<'SQL'
create user temporal createdb password :'temporal_password';
create user dsap createrole password :'dsap_password';
create database dsap owner dsap;
SQL
