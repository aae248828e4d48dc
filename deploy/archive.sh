#!/bin/sh
# Writes an archive of the package with everything that it needs, its Node too, for the system that this runs on.
# Usage: deploy/archive.sh PACKAGE.tgz ARCHIVE.tar.gz
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(tar -xzOf "$1" package/package.json | sed -n 's/^  "version": "\(.*\)",$/\1/p')
folder="$work/site-inbox-$version"
mkdir "$folder"
# With the time of now: browsers tell the releases of a file by it.
tar -xzmf "$1" -C "$folder" --strip-components 1 --no-same-owner
(
  cd "$folder"
  # npm leaves it out of the package if it's set to run no scripts.
  test -f .packed/.next/BUILD_ID
  # They aren't in npm-shrinkwrap.json, and npm ci requires all that package.json names.
  npm pkg delete devDependencies scripts
  npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
  rm -rf node_modules/node-*/include node_modules/node-*/share
  find node_modules -name '*.map' -delete
  cat >site-inbox <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
node=$(echo "$here"/node_modules/node-*/bin/node)
if ! "$node" --version >/dev/null 2>&1; then
  echo "Site Inbox cannot start: $node does not run on this system. It needs glibc: on Alpine (musl), use the container's image." >&2
  exit 1
fi
exec "$node" "$here/server/site-inbox.mjs" "$@"
END
  chmod 755 site-inbox
  chmod -R a+rX .
)
tar -czf "$2" --owner=0 --group=0 --numeric-owner -C "$work" "site-inbox-$version"
