#!/bin/bash
# Runs both commands of the README on bare Debian systems, each with nothing but git, Node and npm: as root with umask
# 077, and as a user without root. Then the commands of docs/operating, as on a server. Needs root, debootstrap, and 6 GB
# in TMPDIR.
# Usage: tests/soak/bare-debian.sh [SUITE...]      SUITE: trixie, bookworm (both by default)
# MIRROR: the Debian mirror (the one of /etc/apt by default)
# TESTS: the arguments of npm test there (--project=unit --project=api by default); ACCOUNTS: root, user, server
# (the commands of docs/operating), all by default; package (PACKAGE, what npm pack wrote, installed by a user, and
# ARCHIVE, what deploy/archive.sh made of it, on a system without Node's commands)
set -euo pipefail

project=$(cd "$(dirname "$0")/../.." && pwd)
mirror=$(grep -rhoE 'https?://[^ ]*/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | head -n 1 || true)
mirror=${MIRROR:-$mirror}
[ -n "$mirror" ] || { echo "No Debian mirror in /etc/apt: set MIRROR to the address of one." >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/bare-debian.XXXXXX")
# The systems have no such folder.
unset TMPDIR
mounts=(proc sys dev dev/shm)

removeSystem() {
  for ((at = ${#mounts[@]} - 1; at >= 0; at--)); do
    if mountpoint -q "$1/${mounts[at]}"; then umount "$1/${mounts[at]}" || umount --lazy "$1/${mounts[at]}"; fi
  done
  # Never into a host's folder that is still mounted there.
  rm -rf --one-file-system "$1"
}
trap 'for system in "$work"/*/; do [ -d "$system" ] && removeSystem "${system%/}"; done; rm -rf --one-file-system "$work"' EXIT

# timed NAME COMMAND...
timed() {
  local name=$1 started=$SECONDS code=0
  shift
  "$@" >"$log" 2>&1 || code=$?
  printf '%-52s %5d s  %s\n' "$name" $((SECONDS - started)) "$([ $code = 0 ] && echo ok || echo "FAILED ($code)")"
  if [ $code != 0 ]; then
    tail -n 60 "$log"
    failed=1
  fi
  return $code
}

makeSystem() {
  debootstrap --variant=minbase "$1" "$2" "$mirror"
  mount -t proc proc "$2/proc"
  mount -t sysfs -o ro sysfs "$2/sys"
  mount --bind /dev "$2/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$2/dev/shm"
  cp /etc/resolv.conf /etc/hosts "$2/etc/"
  # The machine's own way to the packages: proxies, mirrors and the certificates they need.
  cp -a /etc/apt/apt.conf.d/*proxy* "$2/etc/apt/apt.conf.d/" 2>/dev/null || true
  chroot "$2" apt-get update
  chroot "$2" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends git nodejs npm ca-certificates
  cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/ca-certificates.crt"
  chroot "$2" useradd --create-home --shell /bin/sh visitor
  git clone --quiet --bare --no-hardlinks "$project" "$2/srv/site-inbox.git"
}

# inside SYSTEM ACCOUNT SCRIPT: runs it as this account, with nothing of this shell's environment but the registry.
inside() {
  local home=/root mask=077
  [ "$2" = root ] || { home=/home/visitor mask=022; }
  local run=(env -i "HOME=$home" PATH=/usr/local/bin:/usr/bin:/bin TERM=dumb LANG=C.UTF-8
    "npm_config_registry=$(npm config get registry)" npm_config_cafile=/etc/ssl/certs/ca-certificates.crt
    sh -euc "umask $mask; cd; $3")
  if [ "$2" = root ]; then chroot "$1" "${run[@]}"; else chroot --userspec=visitor:visitor "$1" "${run[@]}"; fi
}

isNodeNewEnough() {
  chroot "$1" node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
}

clone='git clone --quiet /srv/site-inbox.git site-inbox'
# Until the first page, then one message of a visitor.
start="export PORT=$((20000 + RANDOM % 10000))"'
cd site-inbox
npm start >../start.log 2>&1 & npm=$!
stop() { kill $npm 2>/dev/null || true; wait $npm || true; cat ../start.log; }
trap stop EXIT
node tests/soak/first-message.mjs $npm'

untilMessage='npm=$!
stop() { kill $npm 2>/dev/null || true; wait $npm || true; cat ~/start.log; }
trap stop EXIT
$runtime ~/first-message.mjs $npm'
package="export PORT=$((20000 + RANDOM % 10000)) runtime=node"'
npm install --global --prefix ~/installed --no-audit --no-fund /srv/site-inbox.tgz
~/installed/bin/site-inbox >~/start.log 2>&1 & '"$untilMessage"
archive="export PORT=$((20000 + RANDOM % 10000))"' DATA_DIR=~/data
tar -xzf /srv/site-inbox.tar.gz
runtime=$(echo ~/site-inbox-*/node_modules/node-*/bin/node)
~/site-inbox-*/site-inbox >~/start.log 2>&1 & '"$untilMessage"

server="$clone && SOURCE=/srv/site-inbox.git PORT=$((20000 + RANDOM % 10000)) site-inbox/tests/soak/installed-host.sh"

failed=0
tests=${TESTS:-"--project=unit --project=api"}
suites=("$@")
[ $# -gt 0 ] || suites=(trixie bookworm)
for suite in "${suites[@]}"; do
  system=$work/$suite
  log=$work/$suite.log
  timed "$suite: system" makeSystem "$suite" "$system" || continue
  echo "$suite: Node $(chroot "$system" node --version), npm $(chroot "$system" npm --version)"
  for account in ${ACCOUNTS:-root user server}; do
    if [ "$account" = server ]; then
      isNodeNewEnough "$system" || continue
      chroot "$system" chown -R root /srv/site-inbox.git
      timed "$suite: the commands of docs/operating" inside "$system" root "umask 022; $server" || true
      continue
    fi
    if [ "$account" = package ]; then
      cp "$PACKAGE" "$system/srv/site-inbox.tgz"
      cp "$ARCHIVE" "$system/srv/site-inbox.tar.gz"
      cp "$project/tests/soak/first-message.mjs" "$system/home/visitor/"
      chmod a+r "$system"/srv/site-inbox.t*gz "$system/home/visitor/first-message.mjs"
      if isNodeNewEnough "$system"; then
        timed "$suite: the package, until a message is stored" inside "$system" visitor "$package" || true
        grep ' s$' "$log" | sed 's/^/  /' || true
      fi
      chroot "$system" apt-get remove --yes --purge nodejs npm git >/dev/null
      timed "$suite: the archive without Node, until a message is stored" inside "$system" visitor "$archive" || true
      grep ' s$' "$log" | sed 's/^/  /' || true
      continue
    fi
    # Git reads no repository of someone else.
    chroot "$system" chown -R "${account/user/visitor}" /srv/site-inbox.git
    timed "$suite, $account: clone" inside "$system" "$account" "$clone" || continue
    if ! isNodeNewEnough "$system"; then
      needed='cd site-inbox && npm start 2>&1 | grep "Install Node 20.19 or newer"'
      timed "$suite, $account: npm start says which Node is needed" inside "$system" "$account" "$needed" || true
      inside "$system" "$account" 'rm -rf site-inbox' || true
      continue
    fi
    if timed "$suite, $account: npm start, until a message is stored" inside "$system" "$account" "$start"; then
      grep -E ' s$|ms$|done in' "$log" | sed 's/^/  /' || true
    fi
    timed "$suite, $account: npm test -- $tests" inside "$system" "$account" "cd site-inbox && npm test -- $tests" || true
    grep -E '^ +[0-9]+ (passed|failed|skipped|flaky|did not run)' "$log" || true
    inside "$system" "$account" 'rm -rf site-inbox' || true
  done
  removeSystem "$system"
done
exit $failed
