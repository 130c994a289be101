#!/bin/bash
# Replaces the running processes by those of the image IMAGE, one after the other, so that no request fails:
#
#   IMAGE=it-warranty-lookup:1.2.0 DOMAIN=warranty.example.com deploy/compose/upgrade.sh
#
# COMPOSE is the command to use, COMPOSE_WAIT_SECONDS how long a process may take to become ready.
set -euo pipefail
cd "$(dirname "$0")/.."
compose=${COMPOSE:-docker compose}
wait_seconds=${COMPOSE_WAIT_SECONDS:-120}

is_ready() { # is_ready SERVICE
  $compose exec -T "$1" node -e \
    'fetch("http://127.0.0.1:9464/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
    >/dev/null 2>&1
}

replace() { # replace SERVICE
  echo "replacing $1"
  $compose up --detach --no-deps --no-build --force-recreate "$1"
  local end=$((SECONDS + wait_seconds))
  until is_ready "$1"; do
    if ((SECONDS > end)); then
      echo "$1 is not ready after $wait_seconds seconds. The others still run the previous version." >&2
      exit 1
    fi
    sleep 1
  done
}

for service in api-1 api-2 worker-1 worker-2; do replace "$service"; done
echo "upgraded"
