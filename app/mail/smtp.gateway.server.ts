import { type Mail, type Mailbox, oneLine } from "#app/mail/mail.ts";

/** Hands mails to an SMTP server. `send` throws if the server has not accepted the mail. */
export type Transport = {
  send: (mail: Mail, stamp: { messageId: string; now: number }) => Promise<void>;
  close: () => void;
};

/** A mail server: an address such as `smtp://user:password@host:587`, or its parts. */
export type SmtpServer =
  | string
  | { host: string; port: number; security: "tls" | "starttls" | "none"; user: string; password: string };

/** How many mails are sent at once. */
export const CONNECTIONS = 2;

/**
 * In ms. A server that has a mail may take ten minutes to say so (RFC 5321 section 4.5.3.2.6): whoever gives up before
 * sends it twice.
 */
export const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 600_000,
};

/** A pooled SMTP transport. `timeouts` in ms. */
export function smtpTransport(server: SmtpServer, timeouts: typeof TIMEOUTS = TIMEOUTS): Transport {
  const secrets = secretsOf(server);
  let pool: ReturnType<typeof openPool> | null = null;
  return {
    async send(mail, { messageId, now }) {
      pool ??= openPool(server, timeouts);
      const sent = (await pool).sendMail({
        messageId,
        date: new Date(now),
        from: mailbox(mail.from),
        to: mailbox(mail.to),
        replyTo: mailbox(mail.replyTo),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        // RFC 3834: no out-of-office notice answers this.
        headers: { "Auto-Submitted": "auto-generated" },
        ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: "appointment.ics" } }),
      });
      await sent.catch((error: unknown) => {
        throw withoutSecrets(error, secrets);
      });
    },
    close: () => void pool?.then((transporter) => transporter.close()),
  };
}

async function openPool(server: SmtpServer, timeouts: typeof TIMEOUTS) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    ...partsOf(server),
    pool: true,
    maxConnections: CONNECTIONS,
    // If the connection is lost after the mail was handed over, only the outbox may send it again.
    maxRequeues: 0,
    ...timeouts,
    // Text in a mail must never make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function partsOf(server: SmtpServer) {
  if (typeof server === "string") return { url: server };
  const { host, port, security, user, password } = server;
  const tls = { secure: security === "tls", requireTLS: security === "starttls", ignoreTLS: security === "none" };
  return { host, port, ...tls, ...(user && { auth: { user, pass: password } }) };
}

/** The password as it is, and as a sign-in writes it. */
function secretsOf(server: SmtpServer): string[] {
  const { user, password } = typeof server === "string" ? loginIn(new URL(server)) : server;
  const written = (text: string) => Buffer.from(text, "utf8").toString("base64");
  return password ? [password, written(password), written(`\0${user}\0${password}`)] : [];
}

function loginIn({ username, password }: URL) {
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** A server may repeat what it was told: its answer is stored, logged and shown. */
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const fault: Error & { response?: string } = error;
  for (const secret of secrets) {
    fault.message = fault.message.replaceAll(secret, () => "…");
    if (fault.response) fault.response = fault.response.replaceAll(secret, () => "…");
  }
  return fault;
}

/** Name and address apart: in one string, a comma in a name would add a second recipient. */
function mailbox({ name, address }: Mailbox) {
  return { name: oneLine(name), address };
}
