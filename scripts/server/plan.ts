import { type DnsProblem, readDomain } from "#app/maintenance/domain.ts";
import { ADDRESS_REQUEST_FILE, UPDATE_REQUEST_FILE } from "#app/maintenance/server-task.ts";
import { addressIn } from "#app/platform/email-address.ts";

/**
 * What the machine is to become. `acmeUrl` null: Let's Encrypt. `addresses`: its public ones, where its network hides them.
 * `former`: domains that lead to this one.
 */
export type Wish = {
  domain: string;
  email: string;
  acmeUrl: string | null;
  addresses: readonly string[];
  former: readonly string[];
};

/** What was found on the machine. Memory in MB. */
export type Machine = {
  memoryMb: number;
  hasSwap: boolean;
  sshPorts: readonly number[];
  release: string;
  hasUfw: boolean;
};

export type PlannedFile = { path: string; mode: number; text: string };

export const USER = "limber-yard";
export const HOME = "/opt/limber-yard";
export const DATA = "/var/lib/limber-yard";
export const BACKUPS = "/var/backups/limber-yard";
export const ENVIRONMENT = "/etc/limber-yard.env";
export const CADDYFILE = "/etc/caddy/Caddyfile";
export const UNIT = "/etc/systemd/system/limber-yard.service";
export const FIREWALL = "/etc/limber-yard/firewall.nft";
export const FIREWALL_UNIT = "/etc/systemd/system/limber-yard-firewall.service";
export const SWAP = "/var/swap-limber-yard";
/** What the last set-up was asked for. */
export const SETUP = "/etc/limber-yard/setup";
/** What a page of the site asks root for: a file that the site writes, and the command that does it. */
export const TASKS = [
  { name: "limber-yard-update", file: UPDATE_REQUEST_FILE, command: "scripts/update.ts" },
  { name: "limber-yard-address", file: ADDRESS_REQUEST_FILE, command: "scripts/setup-server.ts --requested" },
] as const;
export const COMMAND = "/usr/local/bin/limber-yard";
/** The first line of every file that is ours: only such a file is replaced or taken away. */
export const OURS = "# Written by Limber Yard's setup-server, which writes it again: changes are lost.";

const SMALLEST_MB = 900;
const SMALL_MB = 1900;

type Typed = { domain?: string; email?: string; acmeUrl?: string; address?: string };

/** What was typed, checked, or a sentence that says what to type. What isn't typed again is as the set-up before had it. */
export function readWish(typed: Typed, before: Wish | null = null): Wish | string {
  const domain = typed.domain ? readDomain(typed.domain) : before?.domain;
  if (domain === undefined) return "Enter the site's address with --domain, like --domain book.example.co.uk";
  if (domain === null)
    return `${typed.domain} is no domain. Enter it without https:// and without a path, like book.example.co.uk`;
  const email = typed.email ? addressIn(typed.email)?.toLowerCase() : before?.email;
  if (!email) return "Enter the owner's email address with --email, like --email you@example.co.uk";
  return {
    domain,
    email,
    acmeUrl: typed.acmeUrl ?? before?.acmeUrl ?? null,
    addresses: typed.address?.split(",").map((one) => one.trim()) ?? before?.addresses ?? [],
    former: [...new Set([...(before?.former ?? []), ...(before ? [before.domain] : [])])].filter(
      (one) => one !== domain,
    ),
  };
}

/** What the set-up before was asked for, as SETUP holds it; null where there was none. */
export function readSetup(text: string): Wish | null {
  const valuesOf = (name: string) =>
    text.split("\n").flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));
  const [domain] = valuesOf("domain");
  const [email] = valuesOf("email");
  if (!domain || !email) return null;
  const acmeUrl = valuesOf("acme-url")[0] ?? null;
  return { domain, email, acmeUrl, addresses: valuesOf("address"), former: valuesOf("former") };
}

/** Why this machine can't be the server, with the next step; null if it can. */
export function machineProblem(machine: { memoryMb: number; hasSystemd: boolean; isRoot: boolean }): string | null {
  if (!machine.hasSystemd) {
    return "This machine does not run systemd, which starts the site again after a crash. Use a machine with Debian 12 or 13, or the container image.";
  }
  if (!machine.isRoot) return "Only root may set up a server. Put sudo before the command.";
  if (machine.memoryMb < SMALLEST_MB) {
    return `This machine has ${machine.memoryMb} MB of memory, and the site needs 1 GB. Choose a larger size at your provider, then run this again.`;
  }
  return null;
}

/** What is wrong with the domain, as a terminal says it. */
export function dnsWords({ words, records }: DnsProblem): string {
  return [words, ...records.map(({ type, name, value }) => `  ${type.padEnd(5)} ${name}.  ${value}`)].join("\n");
}

/** The lines of the environment file, with those that someone added left as they are. */
export function environmentText(before: string, wish: Wish): string {
  const ours: Record<string, string> = {
    PUBLIC_URL: `https://${wish.domain}`,
    TRUST_PROXY: "1",
    BACKUP_DIR: BACKUPS,
    SERVER_TASKS: "on",
  };
  const added = before
    .split("\n")
    .filter((line) => line.trim() !== "" && line !== ENV_HEAD && !((line.split("=")[0] ?? "") in ours));
  // A practice of its own from the first day. Only for a new one: on a site with a life it would take the demo out.
  const first = before === "" ? ["DEMO=off"] : [];
  return `${[ENV_HEAD, ...Object.entries(ours).map(([name, value]) => `${name}=${value}`), ...first, ...added].join("\n")}\n`;
}

const ENV_HEAD = "# Settings of the site: docs/operations.md. Lines that you add stay.";

/** Every file that is ours alone, in the order in which they are written. */
export function plannedFiles(wish: Wish, machine: Machine): PlannedFile[] {
  const file = (path: string, lines: readonly string[], mode = 0o644) => ({
    path,
    mode,
    text: `${[OURS, ...lines].join("\n")}\n`,
  });
  return [
    file(UNIT, unitLines(machine)),
    file(CADDYFILE, caddyLines(wish)),
    file(SETUP, setupLines(wish), 0o600),
    ...TASKS.flatMap((task) => [
      file(`/etc/systemd/system/${task.name}.path`, taskPathLines(task)),
      file(`/etc/systemd/system/${task.name}.service`, taskLines(task)),
    ]),
    ...(machine.hasUfw
      ? []
      : [file(FIREWALL, firewallLines(machine.sshPorts), 0o600), file(FIREWALL_UNIT, firewallUnitLines())]),
    { path: COMMAND, mode: 0o755, text: commandText() },
    file("/etc/systemd/journald.conf.d/limber-yard.conf", ["[Journal]", "SystemMaxUse=200M", "MaxRetentionSec=1month"]),
    {
      path: "/etc/apt/apt.conf.d/52limber-yard",
      mode: 0o644,
      text: `${OURS.replace("#", "//")}\nAPT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n`,
    },
  ];
}

function unitLines({ memoryMb }: Machine): string[] {
  return [
    "[Unit]",
    "Description=Limber Yard",
    "After=network-online.target",
    "Wants=network-online.target",
    "",
    "[Service]",
    `User=${USER}`,
    `WorkingDirectory=${HOME}/current`,
    `EnvironmentFile=${ENVIRONMENT}`,
    `Environment=NODE_ENV=production DATA_DIR=${DATA} MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536`,
    `ExecStart=${HOME}/current/node_modules/.bin/node --max-semi-space-size=16 scripts/serve.ts`,
    "StateDirectory=limber-yard",
    "StateDirectoryMode=0700",
    `ReadWritePaths=${BACKUPS}`,
    "Restart=always",
    "RestartSec=2",
    "# On stop it finishes accepted requests (ten seconds at most), then the emails being sent.",
    "TimeoutStopSec=40",
    `MemoryMax=${Math.max(600, Math.floor(memoryMb * 0.8))}M`,
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
    "PrivateDevices=yes",
    "ProtectKernelTunables=yes",
    "ProtectKernelModules=yes",
    "ProtectControlGroups=yes",
    "ProtectClock=yes",
    "RestrictSUIDSGID=yes",
    "LockPersonality=yes",
    "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
    "CapabilityBoundingSet=",
    "UMask=0077",
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
}

type Task = (typeof TASKS)[number];

function taskPathLines({ name, file }: Task): string[] {
  return [
    "[Unit]",
    `Description=${name}, when a page asks for it`,
    "",
    "[Path]",
    `PathExists=${DATA}/${file}`,
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
}

function taskLines({ name, command }: Task): string[] {
  return [
    "[Unit]",
    `Description=${name}`,
    "",
    "[Service]",
    "Type=oneshot",
    `WorkingDirectory=${HOME}/current`,
    `EnvironmentFile=${ENVIRONMENT}`,
    `Environment=NODE_ENV=production DATA_DIR=${DATA} PATH=${HOME}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin`,
    `ExecStart=${HOME}/current/node_modules/.bin/node --import ./scripts/bootstrap/tsx.mjs ${command}`,
    "ExecStopPost=/usr/bin/systemctl start limber-yard",
  ];
}

function setupLines({ domain, email, acmeUrl, addresses, former }: Wish): string[] {
  return [
    `domain=${domain}`,
    `email=${email}`,
    ...(acmeUrl ? [`acme-url=${acmeUrl}`] : []),
    ...addresses.map((one) => `address=${one}`),
    ...former.map((one) => `former=${one}`),
  ];
}

/** `also`: a domain that is about to become the site's, so that its certificate is there before anything changes. */
export function caddyText(wish: Wish, also: string): string {
  return `${[OURS, ...caddyLines(wish, [also])].join("\n")}\n`;
}

function caddyLines({ domain, email, acmeUrl, former }: Wish, also: readonly string[] = []): string[] {
  return [
    "{",
    `\temail ${email}`,
    ...(acmeUrl ? [`\tacme_ca ${acmeUrl}`] : []),
    "}",
    "",
    `${[domain, ...also].join(", ")} {`,
    "\treverse_proxy 127.0.0.1:3000 {",
    "\t\ttransport http {",
    "\t\t\t# The site closes its idle connections after five seconds: the proxy must be sooner.",
    "\t\t\tkeepalive 4s",
    "\t\t}",
    "\t}",
    "}",
    ...former
      .filter((one) => !also.includes(one))
      .flatMap((one) => ["", `${one} {`, `\tredir https://${domain}{uri} permanent`, "}"]),
  ];
}

function firewallLines(sshPorts: readonly number[]): string[] {
  const ports = [...new Set([...sshPorts, 80, 443])].join(", ");
  return [
    "table inet limber_yard",
    "delete table inet limber_yard",
    "table inet limber_yard {",
    "\tchain input {",
    "\t\ttype filter hook input priority 0; policy drop;",
    "\t\tct state established,related accept",
    "\t\tiif lo accept",
    "\t\t# ICMP and ICMPv6, by number: a minimal Debian does not know their names.",
    "\t\tmeta l4proto { 1, 58 } accept",
    `\t\ttcp dport { ${ports} } accept`,
    "\t\tudp dport 443 accept",
    "\t\t# Addresses by DHCP.",
    "\t\tudp dport { 68, 546 } accept",
    "\t}",
    "}",
  ];
}

function firewallUnitLines(): string[] {
  return [
    "[Unit]",
    "Description=Firewall of Limber Yard",
    "Before=network-pre.target",
    "Wants=network-pre.target",
    "DefaultDependencies=no",
    "After=local-fs.target",
    "",
    "[Service]",
    "Type=oneshot",
    "RemainAfterExit=yes",
    `ExecStart=/usr/sbin/nft -f ${FIREWALL}`,
    "ExecStop=/usr/sbin/nft delete table inet limber_yard",
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
}

/** Our commands as the site's own user, with its settings: files that root made in the data folder would lock the site out. */
function commandText(): string {
  return `#!/bin/sh
${OURS}
# limber-yard doctor, limber-yard admin list, limber-yard backup: as npm run, for root.
set -eu
[ $# -gt 0 ] || { echo "Which command? limber-yard doctor, limber-yard admin list, limber-yard backup" >&2; exit 1; }
NAME=$1
shift
MODE=--pipe
[ ! -t 0 ] || MODE=--pty
exec systemd-run --quiet "$MODE" --wait --collect --uid=${USER} -p EnvironmentFile=${ENVIRONMENT} \\
  -p WorkingDirectory=${HOME}/current -E NODE_ENV=production -E DATA_DIR=${DATA} \\
  ${HOME}/bin/node scripts/bootstrap/run.mjs "$NAME" "scripts/$NAME.ts" "$@"
`;
}

/** A machine with little memory gets a file to put what it does not need at the moment. */
export function needsSwap({ memoryMb, hasSwap }: Machine): boolean {
  return memoryMb < SMALL_MB && !hasSwap;
}

/** Whether a file that is there may be replaced: ours, or what a package left. */
export function mayReplace(text: string | null): boolean {
  if (text === null) return true;
  const ours = OURS.replace("#", "").trim();
  return text.includes(ours) || text.includes("The Caddyfile is an easy way to configure your Caddy web server.");
}
