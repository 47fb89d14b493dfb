import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { addressIn } from "#app/platform/email-address.ts";

/** What the machine is to become. `acmeUrl` null: Let's Encrypt. */
export type Wish = { domain: string; email: string; acmeUrl: string | null };

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
export const COMMAND = "/usr/local/bin/limber-yard";
/** The first line of every file that is ours: only such a file is replaced or taken away. */
export const OURS = "# Written by Limber Yard's setup-server, which writes it again: changes are lost.";

const SMALLEST_MB = 900;
const SMALL_MB = 1900;

/** What was typed, checked, or a sentence that says what to type. */
export function readWish(typed: { domain?: string; email?: string; acmeUrl?: string }): Wish | string {
  const domain = domainToASCII((typed.domain ?? "").trim().replace(/\.$/, ""));
  if (!typed.domain) return "Enter the site's address with --domain, like --domain book.example.co.uk";
  const isName = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(domain);
  if (!isName || /[\s/:@]/.test(typed.domain.trim())) {
    return `${typed.domain} is no domain. Enter it without https:// and without a path, like book.example.co.uk`;
  }
  const email = addressIn(typed.email ?? "")?.toLowerCase();
  if (!email) return "Enter the owner's email address with --email, like --email you@example.co.uk";
  return { domain, email, acmeUrl: typed.acmeUrl ?? null };
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

/** What the domain's records say. `here`: this machine's public addresses. Null: the domain leads here. */
export function dnsProblem(
  domain: string,
  { a, aaaa, here }: { a: readonly string[]; aaaa: readonly string[]; here: readonly string[] },
): string | null {
  const [ours, ours6] = [here.filter((one) => isIP(one) === 4), here.filter((one) => isIP(one) === 6)];
  const record = (type: "A" | "AAAA", address: string) => `  ${type.padEnd(5)} ${domain}.  ${address}`;
  const toAdd = [
    ...(a.some((one) => ours.includes(one)) ? [] : ours.slice(0, 1).map((one) => record("A", one))),
    ...(aaaa.length > 0 && !aaaa.some((one) => ours6.includes(one)) && ours6[0] ? [record("AAAA", ours6[0])] : []),
  ].join("\n");
  const strangers6 = aaaa.filter((one) => !ours6.includes(one));
  if (a.length === 0 && aaaa.length === 0) {
    return `${domain} leads nowhere yet. Add this record where you bought the domain, under DNS:\n${toAdd}`;
  }
  if (strangers6.length > 0) {
    const cure = ours6[0]
      ? `Change it to:\n${record("AAAA", ours6[0])}`
      : "Delete it: this machine has no such address.";
    return `The AAAA record of ${domain} is wrong: it leads to ${strangers6.join(", ")}. ${cure}`;
  }
  const strangers = a.filter((one) => !ours.includes(one));
  if (strangers.length > 0) {
    return `${domain} leads to ${strangers.join(", ")}, and this machine is ${ours.join(", ")}. Change the record to:\n${toAdd}`;
  }
  return null;
}

/** The lines of the environment file, with those that someone added left as they are. */
export function environmentText(before: string, wish: Wish): string {
  const ours: Record<string, string> = {
    PUBLIC_URL: `https://${wish.domain}`,
    TRUST_PROXY: "1",
    BACKUP_DIR: BACKUPS,
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

function caddyLines({ domain, email, acmeUrl }: Wish): string[] {
  return [
    "{",
    `\temail ${email}`,
    ...(acmeUrl ? [`\tacme_ca ${acmeUrl}`] : []),
    "}",
    "",
    `${domain} {`,
    "\treverse_proxy 127.0.0.1:3000 {",
    "\t\ttransport http {",
    "\t\t\t# The site closes its idle connections after five seconds: the proxy must be sooner.",
    "\t\t\tkeepalive 4s",
    "\t\t}",
    "\t}",
    "}",
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
