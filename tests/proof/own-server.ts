import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { systemClock } from "#app/platform/clock.server.ts";
import { bootMachine, type OwnMachine, startAuthority, THERE } from "#tests/proof/own-machine.ts";
import type { Report, Table } from "#tests/proof/report.ts";
import { chooseTime, fillPerson, untilScheduled } from "#tests/support/booking-page.ts";
import { OWNER, openToVisitors, sayWhat, sayWho } from "#tests/support/ferrier-journey.ts";
import { totp } from "#tests/support/totp.ts";

const DOMAIN = "book.ferrier.example";
const NEXT = "www.ferrier.example";
const SUITES = { bookworm: "Debian 12", trixie: "Debian 13" };

type Step = { name: string; seconds: number; words: string };

/** Makes fresh systems the practice's server, and walks the first day of an owner on each. `--only=bookworm` is one. */
export async function ownServer(options: readonly string[]): Promise<Report> {
  const only = options.find((one) => one.startsWith("--only="))?.slice(7);
  const broken: string[] = [];
  const tables: Table[] = [];
  for (const [suite, name] of Object.entries(SUITES)) {
    if (only && only !== suite) continue;
    const { steps, faults } = await walk(suite);
    broken.push(...faults.map((fault) => `${name}: ${fault}`));
    const minutes = steps.slice(0, 5).reduce((sum, { seconds }) => sum + seconds, 0) / 60;
    tables.push({
      title: name,
      note: `From the bare machine to the first booking by https: ${minutes.toFixed(1)} minutes, downloads counted.`,
      columns: ["step", "seconds", "what was seen"],
      rows: steps.map(({ name, seconds, words }) => [name, seconds.toFixed(0), words]),
    });
  }
  return {
    title: "A server of its own",
    intro:
      "A fresh system of the distribution's packages boots beside this one, with a certificate authority (pebble) that asks a name server of the proof. `install.sh` runs there as an owner types it; pages are walked in Chromium.\n\nNot proven here, and only read from the files: the swap file and the limits of memory (the system shares this machine's), a public certificate authority, ufw, Ubuntu and ARM.",
    tables,
    broken,
  };
}

async function walk(suite: string): Promise<{ steps: Step[]; faults: string[] }> {
  const folder = join(tmpdir(), "limber-yard-own-server");
  mkdirSync(folder, { recursive: true });
  const steps: Step[] = [];
  const faults: string[] = [];
  const machine = await bootMachine(folder, suite);
  const authority = await startAuthority(mkdtempSync(join(tmpdir(), "limber-yard-proof-")), [DOMAIN, NEXT]);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", `--host-resolver-rules=MAP *.ferrier.example ${THERE}`],
  });
  const site: Site = { machine, authority, browser, folder };
  try {
    await machine.untilBooted();
    await trust(site);
    for (const [name, step] of Object.entries(STEPS)) {
      const begun = performance.now();
      const words = await step(site).catch((error: Error) => {
        faults.push(`${name}: ${error.message.split("\n").slice(0, 60).join(" ")}`);
        return "**failed**";
      });
      steps.push({ name, seconds: (performance.now() - begun) / 1000, words });
      console.log(`${suite}, ${name}: ${faults.at(-1) ?? words}`);
      // Nothing that comes after stands without it.
      if (faults.length > 0 && steps.length === 1) break;
    }
  } finally {
    await browser.close();
    await authority.end();
    await machine.end();
  }
  return { steps, faults };
}

type Site = {
  machine: OwnMachine;
  authority: Awaited<ReturnType<typeof startAuthority>>;
  browser: Browser;
  folder: string;
  link?: string;
  page?: Page;
};

/** What the provider's network does for a real machine: the domain's name, and an authority that is known. */
async function trust({ machine, authority }: Site): Promise<void> {
  await machine.run(`echo '${THERE} ${DOMAIN}' >>/etc/hosts`);
  await machine.run(
    `cat >/usr/local/share/ca-certificates/proof.crt <<'END'\n${authority.certificate}END\nupdate-ca-certificates`,
  );
}

// Takes every mail on this machine alone, and keeps it in root's mailbox.
const MAIL_SERVER = `apt-get install -y -q opensmtpd >/dev/null 2>&1 && cat >/etc/smtpd.conf <<'END' && systemctl restart opensmtpd
table everybody { "@" = "root" }
listen on lo port 2525
action "keep" mbox virtual <everybody>
match from any for any action "keep"
END`;

/** Counts what the owner pressed and filled, across the pages of one tab. */
function countPresses(): void {
  const count = (what: "presses" | "fields") => (event: Event) => {
    if (!event.isTrusted && what === "presses") return;
    const counted = { presses: 0, fields: 0, ...JSON.parse(sessionStorage.getItem("proof") ?? "{}") };
    sessionStorage.setItem("proof", JSON.stringify({ ...counted, [what]: counted[what] + 1 }));
  };
  addEventListener("click", count("presses"), true);
  addEventListener("change", count("fields"), true);
}

const INSTALL = `cd /root/site && ./install.sh --domain ${DOMAIN} --email ${OWNER.email}`;

const STEPS: Record<string, (site: Site) => Promise<string>> = {
  async "install.sh"(site) {
    const { status, output, seconds } = await install(site);
    expectThat(status === 0, `it ended with ${status}: ${output.slice(-3000)}`);
    expectThat(output.includes("on this machine's console"), output.slice(-300));
    const issue = await site.machine.run("cat /run/issue.d/limber-yard.issue");
    site.link = /https:\S+token=\S+/.exec(issue.output)?.[0];
    expectThat(site.link !== undefined, "no link on the console");
    return `${(seconds / 60).toFixed(1)} minutes; the link stands on the console`;
  },
  async https(site) {
    const ca = await site.authority.root();
    const { stdout } = curl(["--cacert", ca, "-I", `https://${DOMAIN}/`]);
    expectThat(/^HTTP\/2 200/.test(stdout) && /strict-transport-security/i.test(stdout), stdout);
    const plain = curl(["-I", `http://${DOMAIN}/`]).stdout;
    expectThat(/^HTTP\/1.1 308/.test(plain), plain);
    const closed = curl(["--connect-timeout", "3", `http://${DOMAIN}:3000/`]);
    expectThat(closed.status !== 0, "port 3000 is open from outside");
    return "a certificate that holds, http leads to it, port 3000 is closed";
  },
  async "owner made by the link"(site) {
    const context = await site.browser.newContext({ ignoreHTTPSErrors: true, baseURL: `https://${DOMAIN}` });
    await context.addInitScript(countPresses);
    const page = await context.newPage();
    site.page = page;
    await page.goto(site.link ?? "");
    await page.getByLabel("Full name").fill("Jo Ferrier");
    await page.getByLabel("Choose a password").fill(OWNER.password);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { level: 1, name: "One step left: scan this code" }).waitFor();
    const key = ((await page.locator("form code").first().textContent()) ?? "").replaceAll(" ", "");
    await page.getByLabel("Code", { exact: true }).fill(totp(key, systemClock.now()));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("heading", { level: 1, name: "Codes are on" }).waitFor();
    await page.getByRole("link", { name: "Go on" }).click();
    await page.waitForURL("**/admin**");
    await page.goto(site.link ?? "");
    const again = await page.getByRole("main").innerText();
    return `signed in; the link, opened again, says “${again.split("\n")[0]}”`;
  },
  async "mail set up"({ machine, page }) {
    if (!page) throw new Error("no owner");
    const { status, output } = await machine.run(MAIL_SERVER, { env: { DEBIAN_FRONTEND: "noninteractive" } });
    expectThat(status === 0, output.slice(-400));
    await page.goto("/admin/settings/mail-server");
    await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Port", { exact: true }).fill("2525");
    await page.getByLabel(/^None/).check();
    await page.getByRole("button", { name: "Test what is typed" }).click();
    await page.getByText("The server took the test email to").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Emails go out through 127.0.0.1:2525.").waitFor();
    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByText("The server took the test email to").waitFor();
    // The mail's text is cut into lines that end in "=", and its own "=" is written "=3D" (RFC 2045).
    const read = async () =>
      (await machine.run("cat /var/mail/root")).output.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
    const links = async () => [...(await read()).matchAll(/https:\S+test-mail\?code=[\w-]+/g)].map(([link]) => link);
    await untilDone(async () => new Set(await links()).size === 2);
    await page.goto((await links()).at(-1) ?? "");
    await page.getByRole("button", { name: "It arrived" }).click();
    await page.locator('[data-line="mail"][data-state="done"]').waitFor();
    return "the distribution's opensmtpd took the test email, and its link turned the line of *Going live* green";
  },
  async "opened, and booked"(site) {
    const { page } = site;
    if (!page) throw new Error("no owner");
    await sayWho(page);
    await sayWhat(page);
    await openToVisitors(page, "Open");
    await page.getByRole("button", { name: "Open to visitors" }).click();
    await page.getByText("Saved.").waitFor();
    const context = await site.browser.newContext({ ignoreHTTPSErrors: true, baseURL: `https://${DOMAIN}` });
    const visitor = await context.newPage();
    await visitor.goto("/book");
    await chooseTime(visitor);
    await fillPerson(visitor);
    await visitor.getByRole("button", { name: /^Confirm booking/ }).click();
    await untilScheduled(visitor);
    const { presses, fields } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("proof") ?? "{}"));
    return `a visitor has an appointment, by https; the owner pressed ${presses} times, filled ${fields} fields and opened no text editor`;
  },
  async "secrets in no log or list"({ machine, link }) {
    const secret = new URL(link ?? "").searchParams.get("token") ?? "";
    expectThat(secret.length > 20, "no secret in the link");
    const places =
      "{ journalctl -o cat; ps axww -o args; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; find /var/log -type f -exec cat {} +; }";
    // As a class, so that the search does not find itself in the list of processes.
    const [hidden, password] = [secret, OWNER.password].map((one) => `[${one[0]}]${one.slice(1)}`);
    const { output } = await machine.run(`${places} | grep -c -e '${hidden}' -e '${password}'`);
    expectThat(output.trim() === "0", `found ${output.trim()} times`);
    return "0 hits for the link's secret and the password in journal, logs, process lists and environments";
  },
  async "killed (SIGKILL)"({ machine }) {
    const begun = performance.now();
    await machine.run("systemctl kill --signal=SIGKILL limber-yard");
    await untilAnswers(DOMAIN);
    return `answers again after ${((performance.now() - begun) / 1000).toFixed(0)} s`;
  },
  async rebooted({ machine }) {
    const begun = performance.now();
    await machine.reboot();
    await untilAnswers(DOMAIN);
    const { output } = await machine.run("nft list ruleset | grep -c 'tcp dport'");
    expectThat(Number(output) > 0, "no firewall after the boot");
    const { stdout } = curl(["-k", `https://${DOMAIN}/`]);
    expectThat(stdout.includes("Ferrier"), "the practice is gone");
    return `answers after ${((performance.now() - begun) / 1000).toFixed(0)} s, with firewall and data`;
  },
  async "run again"(site) {
    const { status, output } = await install(site);
    expectThat(status === 0, output.slice(-400));
    const done = output.split("\n").filter((line) => line.startsWith("Doing"));
    expectThat(done.length === 0, done.join(", "));
    expectThat(output.includes("has its owner"), output.slice(-300));
    return "every step says “As it is”";
  },
  async "two at once"(site) {
    const other = site.machine.begin("echo $$ >/run/limber-yard-setup; exec sleep 60");
    await wait(1000);
    const { status, output } = await install(site);
    other.kill();
    await site.machine.run("pkill sleep");
    const isHeld = "test -e /proc/$(cat /run/limber-yard-setup)";
    await untilDone(async () => (await site.machine.run(isHeld)).status !== 0);
    expectThat(status !== 0 && output.includes("Another set-up runs"), output.slice(-300));
    return "the second is refused with a sentence";
  },
  async "power lost in the middle"(site) {
    await site.machine.run("rm /usr/local/bin/limber-yard; sed -i 's/keepalive 4s/keepalive 3s/' /etc/caddy/Caddyfile");
    const begun = install(site);
    const isWritten = async () => (await site.machine.run("test -e /usr/local/bin/limber-yard")).status === 0;
    const ended = await Promise.race([untilDone(isWritten), begun]);
    expectThat(!ended, `it ended before: ${ended?.output.slice(-400)}`);
    await site.machine.run("pkill -KILL -f setup-server.ts");
    await begun;
    const { status, output } = await install(site);
    expectThat(status === 0, output.slice(-400));
    await untilAnswers(DOMAIN);
    const { output: caddy } = await site.machine.run("cat /etc/caddy/Caddyfile");
    expectThat(caddy.includes("keepalive 4s"), caddy);
    return "the next run ends what was begun";
  },
  async "a domain that leads nowhere"(site) {
    const { status, output } = await site.machine.run(
      `cd /opt/limber-yard/current && /opt/limber-yard/bin/npm run -s setup-server -- --domain nowhere.ferrier.example`,
    );
    expectThat(status !== 0 && output.includes("leads nowhere yet"), output.slice(-400));
    expectThat(output.includes(`the site stays at https://${DOMAIN}`), output.slice(-400));
    await untilAnswers(DOMAIN);
    return "refused with the record to add; the site stays where it is";
  },
  async "another address, from the page's request"(site) {
    await site.machine.run(`echo '${THERE} ${NEXT}' >>/etc/hosts`);
    const asSite = `su -s /bin/sh limber-yard -c 'echo ${NEXT} >/var/lib/limber-yard/.address-requested'`;
    await site.machine.run(asSite);
    await untilAnswers(NEXT);
    const outcome = "/var/lib/limber-yard/.address-outcome.json";
    await untilDone(async () => (await site.machine.run(`test -e ${outcome}`)).status === 0);
    const { output } = await site.machine.run(`cat ${outcome}; ls -A /var/lib/limber-yard`);
    expectThat(output.includes('"changed"') && !output.includes(".address-requested"), output);
    const { stdout } = curl(["-k", "-I", `https://${DOMAIN}/faq`]);
    expectThat(/^HTTP\/2 301/.test(stdout) && stdout.includes(`location: https://${NEXT}/faq`), stdout);
    const ca = await site.authority.root();
    expectThat(/^HTTP\/2 200/.test(curl(["--cacert", ca, "-I", `https://${NEXT}/`]).stdout), "no certificate");
    return "the new one has a certificate, the old one leads there";
  },
  async "taken apart"({ machine }) {
    const command = "cd /opt/limber-yard/current && /opt/limber-yard/bin/npm run -s setup-server -- --uninstall";
    const { status, output } = await machine.run(command);
    expectThat(status === 0 && output.includes("The data stays"), output.slice(-400));
    const { output: left } = await machine.run(
      "ls /var/lib/limber-yard; ls /etc/systemd/system; systemctl is-active limber-yard caddy; nft list tables",
    );
    expectThat(/\.sqlite|\.db/.test(left), `the data is gone: ${left}`);
    expectThat(!/limber-yard.*\.(service|path)|^active|limber_yard/m.test(left.replace(/multi-user.*/g, "")), left);
    return "services, units and firewall are gone; the data is there";
  },
};

function install({ machine, authority }: Site) {
  const registry = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
  return machine.run(`${INSTALL} --acme-url ${authority.url}`, {
    env: {
      NPM_CONFIG_REGISTRY: registry.replace(/\/$/, ""),
      NODE_EXTRA_CA_CERTS: "/etc/ssl/certs/ca-certificates.crt",
    },
  });
}

function curl(words: readonly string[]) {
  const resolve = [DOMAIN, NEXT].flatMap((one) =>
    [80, 443, 3000].flatMap((port) => ["--resolve", `${one}:${port}:${THERE}`]),
  );
  return spawnSync("curl", ["-s", "--max-time", "10", ...resolve, ...words], { encoding: "utf8" });
}

async function untilAnswers(domain: string): Promise<void> {
  await untilDone(
    async () => curl(["-k", "-o", "/dev/null", "-w", "%{http_code}", `https://${domain}/readyz`]).stdout === "200",
  );
}

async function untilDone(isDone: () => Promise<boolean>): Promise<void> {
  for (let left = 360; left > 0; left--) {
    if (await isDone()) return;
    await wait(500);
  }
  throw new Error("nothing came within three minutes");
}

function expectThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}
