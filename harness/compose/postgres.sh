#!/bin/bash
# Stands for the entry point of the official PostgreSQL image, with the same variables and folders.
set -euo pipefail
data=/var/lib/postgresql/18/docker
bin=$(echo /usr/lib/postgresql/*/bin)
if [[ $(id -u) == 0 ]]; then
  mkdir -p "$data" /run/postgresql
  chown -R postgres /var/lib/postgresql /run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [[ ! -s $data/PG_VERSION ]]; then
  "$bin/initdb" --pgdata="$data" --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256
  echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
  "$bin/pg_ctl" --pgdata="$data" --options="-c listen_addresses=" --wait start
  "$bin/createdb" --username="$POSTGRES_USER" "$POSTGRES_DB"
  "$bin/pg_ctl" --pgdata="$data" --wait stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*'
