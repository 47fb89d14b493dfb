import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { findDovecot } from "#scripts/bootstrap/find-dovecot.mjs";
import { freePort } from "#tests/support/free-port.ts";

export const IMAP_PASSWORD = "app password of the desk";
const USERS = 60;

/** A mailbox of a started server. */
export type TestMailbox = {
  user: string;
  /** Puts a mail into the inbox, as it comes from outside at that time, or now. */
  put: (mail: string | Buffer, at?: number) => Promise<void>;
  /** How many mails are there, and how many of them were marked as read. */
  count: () => Promise<{ mails: number; seen: number }>;
  /** The same folder made anew: its uids begin again, and mean other mails. */
  renew: () => Promise<void>;
};

export type ImapServer = {
  /** Without TLS; `tlsPort`: with a certificate of its own for 127.0.0.1, in this file. */
  port: number;
  tlsPort: number;
  certificate: string;
  newMailbox: () => TestMailbox;
  stop: () => Promise<void>;
};

/** Starts Dovecot on this machine, with mailboxes that have the same password. */
export async function startDovecot(): Promise<ImapServer> {
  const program = findDovecot();
  const folder = mkdtempSync(join(tmpdir(), "ly-dovecot-"));
  chmodSync(folder, 0o755);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const names = Array.from({ length: USERS }, (_, nth) => `desk${nth}`);
  writeFileSync(join(folder, "users"), names.map((name) => `${name}:{PLAIN}${IMAP_PASSWORD}::::::\n`).join(""));
  const certificate = makeCertificate(folder);
  writeFileSync(join(folder, "dovecot.conf"), settings(folder, { port, tlsPort }));
  const server = spawn(program, ["-F", "-c", join(folder, "dovecot.conf")], { stdio: "ignore" });
  const removeAtExit = () => {
    server.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  await untilListening(port, () => server.exitCode !== null);
  let taken = 0;
  return {
    ...{ port, tlsPort, certificate },
    newMailbox: () => {
      const user = names[taken++ % USERS] ?? "desk0";
      return mailboxOf(port, { user, folder: join(folder, "mail", user) });
    },
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(server, "exit");
      if (server.exitCode === null && server.kill("SIGTERM")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mailboxOf(port: number, { user, folder }: { user: string; folder: string }): TestMailbox {
  const doing = async <Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> => {
    const auth = { user, pass: IMAP_PASSWORD };
    const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, doSTARTTLS: false, auth, logger: false });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  return {
    user,
    put: (mail, at) =>
      doing(async (client) => void (await client.append("INBOX", mail, [], at === undefined ? at : new Date(at)))),
    count: () =>
      doing(async (client) => {
        const { messages = 0, unseen = 0 } = (await client.status("INBOX", { messages: true, unseen: true })) || {};
        return { mails: messages, seen: messages - unseen };
      }),
    renew: async () => {
      const all = await doing(async (client) => {
        await client.mailboxOpen("INBOX", { readOnly: true });
        return client.fetchAll("1:*", { source: true, internalDate: true });
      });
      for (const name of readdirSync(folder)) {
        if (!name.startsWith("dovecot-uidvalidity")) rmSync(join(folder, name), { recursive: true, force: true });
      }
      await doing(async (client) => {
        for (const { source, internalDate } of all)
          if (source && internalDate) await client.append("INBOX", source, [], new Date(internalDate));
      });
    },
  };
}

/** Made anew each time, so that it never ends. */
function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", ...subject, ...files], {
    stdio: "ignore",
  });
  return certificate;
}

/** As root it needs another user for what it does with mails. */
function settings(folder: string, { port, tlsPort }: { port: number; tlsPort: number }): string {
  const mail = join(folder, "mail");
  mkdirSync(mail);
  const { uid, gid, username } = userInfo();
  const [user, group] = uid === 0 ? [65534, 65534] : [uid, gid];
  if (uid === 0) chownSync(mail, user, group);
  const own = uid === 0 ? "" : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  const inCage = uid === 0 ? "" : "  chroot =\n";
  return `${own}protocols = imap
listen = 127.0.0.1
base_dir = ${join(folder, "run")}
log_path = ${join(folder, "log")}
ssl = yes
ssl_cert = <${join(folder, "certificate.pem")}
ssl_key = <${join(folder, "key.pem")}
disable_plaintext_auth = no
auth_failure_delay = 0
mail_max_userip_connections = 50
first_valid_uid = 1
mail_location = maildir:${mail}/%u
passdb {
  driver = passwd-file
  args = username_format=%u ${join(folder, "users")}
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${mail}/%u
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
${inCage}  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !hasEnded(); tries += 1) {
    const socket = createConnection(port, "127.0.0.1");
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await pause(50);
  }
  throw new Error(`Dovecot did not begin to answer at port ${port}`);
}
