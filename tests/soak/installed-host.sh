#!/bin/sh
# Runs the commands of docs/operating on a host of their own, from the guides' own text: installing, the nightly backup,
# accounts, restoring, the upgrade. bare-debian.sh runs it as root in a system that it removes afterwards: it creates a
# user and folders of the system. There is no systemd there, so this starts and stops what the unit names.
# Usage: PORT=… SOURCE=REPOSITORY tests/soak/installed-host.sh
set -eu
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
root=$(cd "$(dirname "$0")/../.." && pwd)

# block GUIDE AFTER: the first block of commands after a line.
block() {
  awk -v after="$2" 'index($0, after) == 1 { seen = 1 } seen && /^```$/ { if (inside) exit; inside = 1; next } inside' "$root/$1" |
    sed "s#YOUR-COPY#$SOURCE#"
}

setting() { sed -n "s/^$1=//p" "$root/docs/operating/site-inbox.service"; }

startService() {
  install -d -m 700 -o site-inbox -g site-inbox /var/lib/site-inbox
  # As systemd, without a shell between that would kill it early.
  (
    cd "$(setting WorkingDirectory)"
    exec setpriv --reuid "$(setting User)" --regid "$(setting Group)" --clear-groups env "PORT=$PORT" $(setting ExecStart)
  ) >>/tmp/service.log 2>&1 &
  service=$!
}

stopService() {
  [ -z "${service:-}" ] || { kill "$service" && wait "$service" || true; }
  service=
}
trap 'stopService; cat /tmp/service.log' EXIT

systemctl() {
  case "$*" in
    "enable --now site-inbox" | "start site-inbox") startService ;;
    "stop site-inbox") stopService ;;
  esac
}
journalctl() { :; }
apt() { DEBIAN_FRONTEND=noninteractive apt-get "$1" --yes --no-install-recommends $(shift; echo "$@"); }
login() {
  node -e 'const [port, email, password] = process.argv.slice(1);
    const until = Date.now() + 180_000;
    const attempt = () => fetch(`http://127.0.0.1:${port}/auth/login`, { method: "POST",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email, password }) }).then(
      ({ status }) => { if (status !== 200) throw new Error(`logging in: ${status}`); },
      (error) => { if (Date.now() > until) throw error; return new Promise((resolve) => setTimeout(resolve, 500)).then(attempt); });
    await attempt();' --input-type=module -- "$PORT" first@example.com "a long first password"
}

mkdir -p /etc/systemd/system
echo "== docs/operating/install.md: install"
cd /tmp
block docs/operating/install.md "Put this into" >/tmp/settings
block docs/operating/install.md "## Install it on a server" | sed 's#^install -m 640.*#&\ncat /tmp/settings >>.env#' >/tmp/install
. /tmp/install
cd /tmp
PORT=$PORT node "$root/tests/soak/first-message.mjs" "$service"

echo "== docs/operating/database-and-backup.md: the nightly backup"
nightly=$(sed -n 's/^[0-9]* [0-9]* \* \* \* site-inbox //p' "$root/docs/operating/database-and-backup.md" | sed 's/\\%/%/g')
runuser -u site-inbox -- sh -c "$nightly"
backup=$(ls /var/backups/site-inbox/*.backup)

echo "== docs/operating/install.md: accounts"
block docs/operating/install.md "## Create accounts" >/tmp/accounts
. /tmp/accounts

echo "== docs/operating/database-and-backup.md: restore"
stopService
cd /opt/site-inbox
runuser -u site-inbox -- node_modules/.bin/node server/restore.ts --replace "$backup"
startService
login

echo "== docs/operating/install.md: upgrade"
block docs/operating/install.md "## Upgrade" >/tmp/upgrade
. /tmp/upgrade
login
