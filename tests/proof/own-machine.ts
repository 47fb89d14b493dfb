import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { startNameServer } from "#tests/support/name-server.ts";

// A network of its own between this machine and the one that is made, with a way out to packages.
export const HERE = "10.77.0.1";
export const THERE = "10.77.0.2";
const TABLE = "limber_yard_proof";

export type Ran = { status: number | null; output: string; seconds: number };

/** A system of its own that boots, as a provider's smallest machine does. */
export type OwnMachine = {
  /** Runs a command there, as root. */
  run: (command: string, options?: { env?: Record<string, string> }) => Promise<Ran>;
  /** Starts one and doesn't wait. */
  begin: (command: string) => ChildProcess;
  untilBooted: () => Promise<void>;
  reboot: () => Promise<void>;
  end: () => Promise<void>;
};

/** Boots a fresh Debian of this name (bookworm, trixie) from the distribution's packages, with this checkout in /root/site. */
export async function bootMachine(folder: string, suite: string): Promise<OwnMachine> {
  for (const [program, pack] of NEEDED)
    if (spawnSync("which", [program]).status !== 0)
      throw new Failure(`${program} is missing. To mend it: sudo apt-get install -y ${pack}`);
  if (process.getuid?.() !== 0) throw new Failure("Only root can boot a system. Put sudo before the command.");
  const base = join(folder, suite);
  if (!existsSync(join(base, "etc/debian_version")))
    must("debootstrap", ["--variant=minbase", `--include=${PACKAGES}`, suite, base, "http://deb.debian.org/debian"]);
  const rootFolder = join(folder, `${suite}-machine`);
  rmSync(rootFolder, { recursive: true, force: true });
  must("cp", ["-a", base, rootFolder]);
  copyCheckout(join(rootFolder, "root/site"));
  // Where a network puts an authority of its own between, the made machine knows it as this one does.
  const authorities = "usr/local/share/ca-certificates";
  if (existsSync(`/${authorities}`)) cpSync(`/${authorities}`, join(rootFolder, authorities), { recursive: true });
  writeFileSync(join(rootFolder, "etc/resolv.conf"), readFileSync("/etc/resolv.conf"));
  writeFileSync(join(rootFolder, "etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  writeFileSync(join(rootFolder, "etc/systemd/system/proof-network.service"), NETWORK_UNIT);
  const wants = join(rootFolder, "etc/systemd/system/multi-user.target.wants");
  mkdirSync(wants, { recursive: true });
  must("ln", ["-sf", "../proof-network.service", join(wants, "proof-network.service")]);
  const name = `ly-${suite}`;
  const words = ["-q", "-D", rootFolder, `--machine=${name}`, "--register=no", "--keep-unit", "--boot"];
  const start = async () => {
    const started = spawn("systemd-nspawn", [...words, "--network-veth", "--resolv-conf=off"], { stdio: "ignore" });
    await connectTo(`ve-${name}`.slice(0, 15));
    return started;
  };
  let child = await start();
  const pid = () => Number(spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" }).stdout.trim());
  const enter = (command: string, env: Record<string, string> = {}) => {
    const given = Object.entries({ PATH: PATHS, HOME: "/root", ...env }).map(([key, value]) => `${key}=${value}`);
    const into = ["-t", String(pid()), "-m", "-u", "-i", "-n", "-p", "--", "env", "-i", ...given];
    return spawn("nsenter", [...into, "sh", "-c", command], { stdio: ["ignore", "pipe", "pipe"] });
  };
  const run: OwnMachine["run"] = async (command, { env = {} } = {}) => {
    const begun = performance.now();
    const process = enter(command, env);
    let output = "";
    for (const stream of [process.stdout, process.stderr]) stream.on("data", (chunk) => (output += chunk));
    const [status] = (await once(process, "close")) as [number | null];
    return { status, output, seconds: (performance.now() - begun) / 1000 };
  };
  const untilBooted = async () => {
    for (let left = 120; left > 0; left--) {
      const { output } = await run(`ip -4 -br addr show host0; systemctl is-system-running`);
      if (output.includes(THERE) && /running|degraded/.test(output)) return;
      await wait(500);
    }
    throw new Error("The machine did not boot within a minute");
  };
  return {
    run,
    begin: (command) => enter(command),
    untilBooted,
    reboot: async () => {
      const gone = once(child, "exit");
      await run("systemctl reboot");
      await gone;
      child = await start();
      await untilBooted();
    },
    end: async () => {
      const gone = child.exitCode === null ? once(child, "exit") : null;
      child.kill("SIGTERM");
      await gone;
      spawnSync("nft", ["delete", "table", "ip", TABLE]);
      rmSync(rootFolder, { recursive: true, force: true });
    },
  };
}

const NEEDED = [
  ["debootstrap", "debootstrap"],
  ["systemd-nspawn", "systemd-container"],
  ["nft", "nftables"],
  ["pebble", "pebble"],
] as const;
const PACKAGES = "systemd,systemd-sysv,dbus,iproute2,procps,login,passwd,ca-certificates";
const PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const NETWORK_UNIT = `[Unit]
DefaultDependencies=no
Before=network-pre.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'ip addr add ${THERE}/24 dev host0; ip link set host0 up; ip route add default via ${HERE}'
`;

/** What git knows of this checkout, as a release's archive holds it. */
function copyCheckout(into: string): void {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  for (const file of stdout.split("\0").filter((one) => one && existsSync(join(root, one)))) {
    cpSync(join(root, file), join(into, file), { recursive: true });
  }
}

async function connectTo(card: string): Promise<void> {
  for (let left = 100; left > 0 && spawnSync("ip", ["link", "show", card]).status !== 0; left--) await wait(100);
  must("ip", ["addr", "add", `${HERE}/24`, "dev", card]);
  must("ip", ["link", "set", card, "up"]);
  spawnSync("nft", ["delete", "table", "ip", TABLE]);
  must("nft", ["add", "table", "ip", TABLE]);
  must("nft", ["add", "chain", "ip", TABLE, "out", "{ type nat hook postrouting priority 100 ; }"]);
  must("nft", [
    "add",
    "rule",
    "ip",
    TABLE,
    "out",
    "ip",
    "saddr",
    `${THERE}/32`,
    "ip",
    "daddr",
    "!=",
    HERE,
    "masquerade",
  ]);
  writeFileSync("/proc/sys/net/ipv4/ip_forward", "1");
}

function must(command: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${stderr}`);
}

/** A certificate authority (pebble) that believes a name server of ours: every domain of `zone` is the made machine's. */
export async function startAuthority(folder: string, domains: readonly string[]) {
  const names = await startNameServer(Object.fromEntries(domains.map((one) => [`A ${one}`, [THERE]])));
  const file = (name: string) => join(folder, name);
  const about = ["-subj", "/CN=Proof", "-days", "30", "-addext", `subjectAltName=IP:${HERE}`];
  must("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    file("key"),
    "-out",
    file("cert"),
    ...about,
  ]);
  const pebble = {
    listenAddress: `${HERE}:14000`,
    managementListenAddress: `${HERE}:15000`,
    ...{ certificate: file("cert"), privateKey: file("key"), httpPort: 80, tlsPort: 443 },
  };
  writeFileSync(file("pebble.json"), JSON.stringify({ pebble }));
  const words = ["-config", file("pebble.json"), "-dnsserver", names.address, "-strict"];
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "0" };
  const child = spawn("pebble", words, { env, stdio: "ignore" });
  return {
    url: `https://${HERE}:14000/dir`,
    /** What the made machine has to trust, to speak to the authority at all. */
    certificate: readFileSync(file("cert"), "utf8"),
    /** The root of what it signs, as a file. */
    root: async () => {
      const { stdout } = spawnSync(
        "curl",
        ["-skf", "--retry", "20", "--retry-connrefused", `https://${HERE}:15000/roots/0`],
        {
          encoding: "utf8",
        },
      );
      writeFileSync(file("root.pem"), stdout);
      return file("root.pem");
    },
    end: async () => {
      names.close();
      const gone = child.exitCode === null ? once(child, "exit") : null;
      child.kill("SIGTERM");
      await gone;
    },
  };
}
