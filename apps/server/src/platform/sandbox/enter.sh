#!/bin/sh
# enter.sh PATH... -- PROGRAM ARGUMENT...
# Runs the program with a root directory that holds nothing but these files and folders, read-only. It must already be in new
# namespaces (sandbox.ts), so that the mounts exist for this program alone. The new root covers the folder of this script, which
# the program does not need. It is a chroot, because the kernel then refuses further user namespaces.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=${0%/*}
mount -t tmpfs -o mode=755,size=1m tmpfs "$root"
while [ "$1" != -- ]; do
  mkdir -p "$root${1%/*}"
  if [ -L "$1" ]; then
    ln -s "$(readlink "$1")" "$root$1"
  else
    if [ -d "$1" ]; then mkdir -p "$root$1"; else : >"$root$1"; fi
    mount -o bind,ro,nosuid,nodev "$1" "$root$1"
  fi
  shift
done
shift
mount -o remount,bind,ro,nosuid,nodev,noexec "$root"
# Shells add these variables.
exec env -u PWD -u OLDPWD -u SHLVL -u _ "$(command -v chroot)" "$root" "$@"
