#!/bin/sh
# Makes the namespace and the search attributes by which runs are found. Safe to run again. TEMPORAL_ADDRESS and
# TEMPORAL_NAMESPACE say where.
set -eu

attempts=0
until temporal operator cluster health >/dev/null 2>&1; do
  attempts=$((attempts + 1))
  if [ "$attempts" -ge 30 ]; then
    echo "the Temporal server at $TEMPORAL_ADDRESS does not answer" >&2
    exit 1
  fi
  sleep 2
done

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d

# A new namespace takes some seconds to be known everywhere.
attempts=0
until known=$(temporal operator search-attribute list --namespace "$TEMPORAL_NAMESPACE" 2>/dev/null); do
  attempts=$((attempts + 1))
  [ "$attempts" -lt 30 ] || exit 1
  sleep 2
done

for attribute in DsapStatus=Keyword DsapWorkflow=Keyword DsapStep=KeywordList DsapEscalation=KeywordList \
  DsapTags=KeywordList DsapAttempts=Int; do
  name=${attribute%%=*}
  if echo "$known" | grep -qw "$name"; then continue; fi
  temporal operator search-attribute create --namespace "$TEMPORAL_NAMESPACE" --name "$name" --type "${attribute#*=}"
done
