import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** A received mail: its envelope recipients, its content, and when it came. */
export type Arrived = { recipients: string[]; raw: string; mail: Email; at: number };

/**
 * `refusing`: each mail gets a temporary error (451). `cutting`: the connection drops within a mail. `silent`: a mail
 * is read and never answered. `late`: it is taken, and answered when the test says so.
 */
type Mood = "taking" | "refusing" | "cutting" | "silent" | "late";

export type MailServer = {
  url: string;
  port: number;
  arrived: Arrived[];
  become: (mood: Mood) => void;
  /** Answers what came while it was late. */
  answerNow: () => void;
  close: () => Promise<void>;
};

/**
 * `login`: only who signs in may send. `token`: only who has a token that it takes (XOAUTH2). `starttls`: offered, with a certificate that nobody knows. `refuses`: a recipient
 * that is refused.
 */
type Manners = {
  login?: { user: string; password: string };
  token?: (user: string, token: string) => boolean;
  starttls?: boolean;
  refuses?: string;
};

export async function mailServer(manners: Manners = {}): Promise<MailServer> {
  const server = await startMailServer(manners);
  onTestFinished(() => server.close());
  return server;
}

export async function startMailServer({ login, token, starttls, refuses }: Manners = {}): Promise<MailServer> {
  const arrived: Arrived[] = [];
  const unanswered: (() => void)[] = [];
  let mood: Mood = "taking";
  const server = new SMTPServer({
    authOptional: !login && !token,
    authMethods: token ? ["XOAUTH2"] : ["PLAIN", "LOGIN"],
    allowInsecureAuth: true,
    disabledCommands: [...(starttls ? [] : ["STARTTLS"]), ...(login || token ? [] : ["AUTH"])],
    logger: false,
    onAuth({ username, password, accessToken }, _session, done) {
      const hasToken = token?.(username ?? "", accessToken ?? "");
      if (hasToken) return done(null, { user: username });
      if (hasToken === false)
        return done(Object.assign(new Error("5.7.3 Authentication unsuccessful"), { responseCode: 535 }));
      if (username === login?.user && password === login?.password) return done(null, { user: username });
      done(Object.assign(new Error(`5.7.8 Not you, with ${password}`), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      if (address !== refuses) return done();
      done(Object.assign(new Error("5.1.1 No such mailbox"), { responseCode: 550 }));
    },
    async onData(stream, session, done) {
      if (mood === "cutting") {
        for (const connection of server.connections) (connection as unknown as { close: () => void }).close();
        return;
      }
      const raw = await buffer(stream).catch(() => null);
      // Whoever sent it has gone in the middle.
      if (raw === null) return;
      if (mood === "silent") return;
      if (mood === "refusing") return done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      const at = performance.now();
      arrived.push({ recipients, raw: raw.toString("utf8"), mail: await PostalMime.parse(raw), at });
      if (mood === "late") unanswered.push(done);
      else done();
    },
  });
  server.on("error", () => undefined);
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    arrived,
    become: (next) => {
      mood = next;
    },
    answerNow: () => {
      for (const done of unanswered.splice(0)) done();
    },
    close: () => new Promise<void>((resolve) => void server.close(resolve)),
  };
}

/** The part of a mail with this type, unfolded: header and body. */
export function partOf({ raw }: Arrived, type: string): { header: string; body: string } | null {
  const unfolded = raw.replaceAll("\r\n", "\n");
  const start = unfolded.search(new RegExp(`^Content-Type: ${type}`, "im"));
  if (start < 0) return null;
  const [header = "", ...body] = unfolded.slice(start).split("\n\n");
  return { header: header.replace(/\n\s+/g, " "), body: body.join("\n\n") };
}
