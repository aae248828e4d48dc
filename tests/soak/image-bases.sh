#!/bin/sh
# Makes the images that the Dockerfile begins with, for buildah on a host that reaches Debian's mirror and no registry of
# images: Debian's smallest system, and the same with the Node and npm of this host. Needs root, debootstrap and buildah.
set -eu
system=$(mktemp -d)
trap 'rm -rf --one-file-system "$system"' EXIT
debootstrap --variant=minbase bookworm "$system" ${MIRROR:+"$MIRROR"}
(cd "$system" && rm -rf var/cache/apt/archives/* var/lib/apt/lists/* usr/share/doc usr/share/info usr/share/locale usr/share/man)
container=$(buildah from scratch)
buildah add -q "$container" "$system" /
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit -q "$container" docker.io/library/debian:bookworm-slim
buildah copy -q "$container" "$(readlink -f "$(command -v node)")" /usr/local/bin/node
buildah copy -q "$container" "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" /usr/local/lib/node_modules/npm
# The machine's own way to the registry.
buildah copy -q "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
buildah config --env npm_config_cafile=/etc/ssl/certs/ca-certificates.crt --env "npm_config_registry=$(npm config get registry)" "$container"
buildah run --isolation chroot "$container" ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
buildah commit -q "$container" docker.io/library/node:24-bookworm-slim
buildah rm "$container" >/dev/null
