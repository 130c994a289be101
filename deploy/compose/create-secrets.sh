#!/bin/bash
# Creates the secrets of an installation in /secrets, once. Existing ones are never replaced.
set -euo pipefail
cd /secrets

store() { # store NAME: from standard input
  cat >"$1.part"
  chmod 444 "$1.part"
  mv "$1.part" "$1"
  echo "created $1"
}

random() { # random BYTES
  head --bytes="$1" /dev/urandom
}

[[ -s secrets-key ]] || random 32 | base64 | store secrets-key
[[ -s postgres-password ]] || random 24 | od --address-radix=n --format=x1 | tr --delete ' \n' | store postgres-password
[[ -s database-url ]] ||
  printf 'postgres://warranty:%s@postgres:5432/warranty' "$(<postgres-password)" | store database-url
