import { isIP } from "node:net";
import type { FetchMessageObject, ImapFlow, MailboxObject } from "imapflow";
import type { MailboxFault } from "#app/mail/server/mail-server.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findOutside } from "#app/platform/outbound/send-out.server.ts";
import type { StoredMailbox } from "#app/settings/schemas/mail-server.ts";

/** A mailbox with its password opened. */
export type Mailbox = NonNullable<StoredMailbox>;

/** In ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

// A hostile server must not fill the memory: what is fetched is far smaller.
const LIMITS = {
  maxLineLength: 4 * 1024 * 1024,
  maxLiteralSize: 1024 * 1024,
  maxResponseSize: 8 * 1024 * 1024,
  maxResponseTokens: 100_000,
};

/** A mail as it lies in the folder. `at`: when it came, epoch ms. */
export type FoundMail = { uid: number; at: number; bytes: Uint8Array };

/** An opened folder. It is never written to: no mail is marked as read, moved or deleted. */
export type MailFolder = {
  /** Uids mean the same while this is the same. */
  uidValidity: string;
  /** The highest uid that was given by now. */
  lastUid: number;
  /** The uids after this one, oldest first. */
  listAfter: (uid: number) => Promise<number[]>;
  /** The uids of mails that came on this day or later, oldest first. */
  listSince: (at: number) => Promise<number[]>;
  /** The beginnings of these mails, long enough for any head. */
  readHeads: (uids: readonly number[]) => Promise<FoundMail[]>;
  /** The beginning of one mail; null: it has gone. */
  readMail: (uid: number) => Promise<FoundMail | null>;
};

const MOST_HEAD_BYTES = 64 * 1024;
const MOST_MAIL_BYTES = 512 * 1024;

/** Signs in, opens the folder for reading alone, and does `work` with it. */
export async function withFolder<Result>(
  app: Pick<AppContext, "config">,
  mailbox: Mailbox,
  work: (folder: MailFolder) => Promise<Result>,
): Promise<{ kind: "read"; result: Result } | { kind: "fault"; fault: MailboxFault }> {
  const found = await findOutside(app, new URL(`imap://${hostInUrl(mailbox.host)}:${mailbox.port}`));
  if ("fault" in found) {
    return { kind: "fault", fault: found.fault === "private-address" ? "private-address" : "unknown-host" };
  }
  // Loaded when a mailbox is read: without one it takes no memory.
  const { ImapFlow: Client } = await import("imapflow");
  const client = new Client({
    host: found.address,
    ...(isIP(mailbox.host) === 0 && { servername: mailbox.host }),
    port: mailbox.port,
    secure: mailbox.security === "tls",
    doSTARTTLS: mailbox.security === "starttls",
    auth: { user: mailbox.user, pass: mailbox.password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    clientInfo: { name: "Limber Yard" },
    ...TIMEOUTS,
    ...LIMITS,
  });
  let lost: unknown = null;
  client.on("error", (error: unknown) => {
    lost ??= error;
  });
  let isOpen = false;
  try {
    await client.connect();
    const opened = await client.mailboxOpen(mailbox.folder, { readOnly: true });
    isOpen = true;
    return { kind: "read", result: await work(folderOf(client, opened)) };
  } catch (error) {
    const fault = faultOf(lost ?? error, { signedIn: client.authenticated !== false, isOpen });
    // What our own work throws is no fault of the server.
    if (fault === null) throw error;
    return { kind: "fault", fault };
  } finally {
    await client.logout().catch(() => {});
    client.close();
  }
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function folderOf(client: ImapFlow, { uidValidity, uidNext }: MailboxObject): MailFolder {
  const search = async (query: object) => {
    const uids = await client.search(query, { uid: true });
    return (uids || []).toSorted((one, other) => one - other);
  };
  return {
    uidValidity: String(uidValidity),
    lastUid: Math.max(0, (uidNext || 1) - 1),
    // `n:*` always has the last mail, also where its uid is below n.
    listAfter: async (uid) => (await search({ uid: `${uid + 1}:*` })).filter((one) => one > uid),
    listSince: (at) => search({ since: new Date(at) }),
    readHeads: async (uids) => {
      if (uids.length === 0) return [];
      const read = await client.fetchAll([...uids], question(MOST_HEAD_BYTES), { uid: true });
      return read.map(foundFrom);
    },
    readMail: async (uid) => {
      const mail = await client.fetchOne(String(uid), question(MOST_MAIL_BYTES), { uid: true });
      return mail ? foundFrom(mail) : null;
    },
  };
}

/** Asked with BODY.PEEK, which marks nothing as read. */
function question(most: number) {
  return { uid: true, internalDate: true, source: { start: 0, maxLength: most } };
}

function foundFrom({ uid, internalDate, source }: FetchMessageObject): FoundMail {
  const at = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return { uid, at: Number.isFinite(at) ? at : 0, bytes: source ?? new Uint8Array() };
}

type Fault = {
  code?: string;
  message?: string;
  authenticationFailed?: boolean;
  responseStatus?: string;
  mailboxMissing?: boolean;
  serverResponseCode?: string;
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ALTNAME/;
const NO_TLS = /EPROTO|ERR_SSL|WRONG_VERSION|UPGRADE|STARTTLS/i;
const UNREACHABLE = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE|NoConnection|EConnectionClosed|ClosedAfter/;

function faultOf(thrown: unknown, { signedIn, isOpen }: { signedIn: boolean; isOpen: boolean }): MailboxFault | null {
  const fault = (thrown ?? {}) as Fault;
  const { code = "", message = "" } = fault;
  if (fault.authenticationFailed) return "refused";
  if (CERTIFICATE.test(code)) return "certificate";
  if (NO_TLS.test(code) || (!signedIn && /starttls|tls/i.test(message))) return "no-tls";
  if (/TIMEOUT|ETIMEDOUT|ETHROTTLE/i.test(code)) return "timeout";
  if (UNREACHABLE.test(code)) return "unreachable";
  if (!isOpen && signedIn && fault.responseStatus) return "no-folder";
  if (/^Parser|TooLarge|TooMany|^Invalid|Response|Processing|Tag$|UPGRADE|Download/i.test(code)) return "broken";
  if (fault.responseStatus) return "broken";
  return isOpen ? null : "unreachable";
}
