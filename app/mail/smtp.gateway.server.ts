import { type Mail, type Mailbox, oneLine } from "#app/mail/mail.ts";

/** Hands mails to an SMTP server. `send` throws if the server has not accepted the mail. */
export type Transport = {
  send: (mail: Mail, stamp: { messageId: string; now: number }) => Promise<void>;
  close: () => void;
};

/** A mail server: an address such as `smtp://user:password@host:587`, or its parts. */
export type SmtpServer =
  | string
  | {
      host: string;
      port: number;
      security: "tls" | "starttls" | "none";
      /** With Microsoft it is signed in to by a token; without it by the password. */
      auth?: "microsoft" | undefined;
      user: string;
      password: string;
    };

/** `expires` in ms. */
export type AccessToken = { token: string; expires: number };

/** `renew`: the server has refused the one before. */
export type TokenSource = (renew: boolean) => Promise<AccessToken>;

type Sending = { timeouts?: typeof TIMEOUTS; tokens?: TokenSource };

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

/** A pooled SMTP transport. `timeouts` in ms; `tokens`: for a server that is signed in to with Microsoft. */
export function smtpTransport(server: SmtpServer, { timeouts = TIMEOUTS, tokens }: Sending = {}): Transport {
  const secrets = secretsOf(server);
  const noted: TokenSource | undefined =
    tokens &&
    (async (renew) => {
      const access = await tokens(renew);
      secrets.push(...tokenSecrets(server, access.token));
      return access;
    });
  let pool: ReturnType<typeof openPool> | null = null;
  return {
    async send(mail, { messageId, now }) {
      pool ??= openPool(server, timeouts, noted);
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
        ...(mail.thread?.length && { inReplyTo: mail.thread.at(-1), references: mail.thread }),
        ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: "appointment.ics" } }),
      });
      await sent.catch((error: unknown) => {
        throw withoutSecrets(error, secrets);
      });
    },
    close: () => void pool?.then((transporter) => transporter.close()),
  };
}

async function openPool(server: SmtpServer, timeouts: typeof TIMEOUTS, tokens: TokenSource | undefined) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    ...connectionTo(server, tokens),
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

function connectionTo(server: SmtpServer, tokens: TokenSource | undefined) {
  if (typeof server === "string") return { url: server };
  const { host, port, security, auth, user, password } = server;
  const tls = { secure: security === "tls", requireTLS: security === "starttls", ignoreTLS: security === "none" };
  if (auth === "microsoft" && tokens) return { host, port, ...tls, auth: byToken(user, tokens) };
  return { host, port, ...tls, ...(user && { auth: { user, pass: password } }) };
}

function byToken(user: string, tokens: TokenSource) {
  type Done = (error: Error | null, token?: string, expires?: number) => void;
  const provisionCallback = (_user: string, renew: boolean, done: Done) => {
    tokens(renew).then(
      ({ token, expires }) => done(null, token, expires),
      (error: Error) => done(error),
    );
  };
  return { type: "OAuth2" as const, user, provisionCallback };
}

/** A token as it is, and as a sign-in writes it (XOAUTH2). */
function tokenSecrets(server: SmtpServer, token: string): string[] {
  const user = typeof server === "string" ? "" : server.user;
  return [token, Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`, "utf8").toString("base64")];
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
