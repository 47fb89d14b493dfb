/** What a mail library throws: a code, the server's own answer, and the code of the connection below. */
export type SmtpFault = {
  message?: string;
  code?: string;
  originalCode?: string;
  response?: string;
  responseCode?: number;
  command?: string;
};

const LONGEST = 300;

/**
 * Why a mail was not taken, in words, and the server's own answer if it gave one: one line, not too long. `refused`: what
 * its provider says of a refused password.
 */
export function answerInWords(fault: SmtpFault, refused?: string): { words: string; answer: string | null } {
  const answer = fault.response
    ?.replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST);
  return { words: wordsFor(fault, refused), answer: answer || null };
}

// What providers write behind their codes, where it says more than the code.
const PROVIDER_CODES: readonly (readonly [RegExp, string])[] = [
  [
    /5\.7\.139|5\.7\.30|SmtpClientAuthentication is disabled|basic authentication (is disabled|is not supported)/i,
    "Microsoft refuses passwords for this mailbox. Turn on Authenticated SMTP for it, or use a relay.",
  ],
  [
    /5\.7\.9|application-specific password/i,
    "Your provider refused the password. It needs an app password, not your normal one.",
  ],
  [
    /5\.7\.60|SendAsDenied|not owned by user|sender address rejected: not owned/i,
    "This account may not send from the sender’s address. Use the account’s own address, under Sender.",
  ],
  [
    /5\.4\.5|daily (user )?sending (limit|quota)|limit exceeded|too many (messages|recipients)/i,
    "Your provider has reached its limit of emails for today. Emails wait here and leave tomorrow.",
  ],
  [
    /4\.7\.0|too many (login|authentication)|temporarily (blocked|locked)/i,
    "Your provider has blocked sign-ins for a while after too many tries. Wait an hour, then test again.",
  ],
  [
    /(domain|sender|identity|email address) (is )?not (verified|authori[sz]ed|allowed)/i,
    "The provider doesn’t know the sender’s domain yet. Verify the domain there first.",
  ],
];

function wordsFor(fault: SmtpFault, refused: string | undefined): string {
  const { code, responseCode } = fault;
  const known = PROVIDER_CODES.find(([pattern]) => pattern.test(fault.response ?? ""));
  if (known) return known[1];
  if (code === "EAUTH") return wordsForSignIn(fault, refused);
  if (code === "ETLS" || isTlsFault(fault)) return wordsForTls(fault);
  if (code === "EENVELOPE" && fault.command === "MAIL FROM") {
    return "The server refused the sender’s address. Use one that belongs to this account, under Sender.";
  }
  if (code === "EENVELOPE") return "The server refused the recipient: it does not deliver to that address.";
  if (code === "EMESSAGE") return "The server accepted the addresses and then refused the email itself.";
  if (responseCode) return "The server answered, and refused.";
  return wordsForConnection(fault);
}

/** True if nothing was heard from the port, so that another one may answer. */
export function isUnreachable({ code = "", originalCode = "", message = "" }: SmtpFault): boolean {
  return /ETIMEDOUT|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|timeout|never received/i.test(
    `${originalCode} ${code} ${message}`,
  );
}

/** Why Microsoft gave no token to send with. */
export const SIGN_IN_FAULTS = {
  "signed-out": "The sign-in with Microsoft has ended. Sign in again under Settings, Mail server.",
  "not-allowed": "Microsoft did not give every permission. Sign in again, and allow all that its page asks for.",
  "app-refused":
    "Microsoft refused the application ID or its secret. Enter them again under Settings, Calendar sign-in.",
  "too-fast": "Microsoft asks us to wait. Try again in a few minutes.",
  unreachable: "We couldn’t reach Microsoft. Try again in a few minutes.",
} as const;
const SIGN_IN_WORDS: readonly string[] = Object.values(SIGN_IN_FAULTS);

function wordsForSignIn({ responseCode, message = "" }: SmtpFault, refused: string | undefined): string {
  if (responseCode === 535 || responseCode === 534) {
    if (refused) return `Your provider refused the password. ${refused}`;
    return "Your provider rejected the user name or password. You may need an “app password”.";
  }
  if (SIGN_IN_WORDS.includes(message)) return message;
  if (/Missing credentials/.test(message)) return "The server wants a user and a password.";
  return "The server refused the sign-in.";
}

function isTlsFault({ code, originalCode = "", message = "" }: SmtpFault): boolean {
  const isSecured = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH/.test(originalCode);
  return code === "ESOCKET" && (isSecured || /certificate|wrong version number|ssl3|tls/i.test(message));
}

function wordsForTls({ originalCode = "", message = "" }: SmtpFault): string {
  if (/SELF_SIGNED|UNABLE_TO|ALTNAME|CERT_/.test(originalCode) || /certificate|altnames/i.test(message)) {
    return "The server’s certificate does not hold: its issuer is unknown, it is for another name, or it is too old.";
  }
  if (/wrong version number|packet length/i.test(message)) {
    return "The server speaks no TLS at this port. With 587 it is STARTTLS, with 465 TLS from the start.";
  }
  return "The connection could not be secured. Try the other of TLS and STARTTLS.";
}

const CONNECTIONS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, "We couldn’t connect. Check the server name and port."],
  [/ENOTFOUND|EAI_AGAIN|EDNS|ENODATA/, "There is no server of that name."],
  [/ETIMEDOUT|ETIME|timeout/i, "The server did not answer in time. The port may be closed by a firewall."],
  [/EHOSTUNREACH|ENETUNREACH/, "That server can’t be reached from here."],
  [/EPROTOCOL/, "What answered at this port is no mail server."],
  [/ECONNRESET|ECONNECTION|EPIPE|ESOCKET/, "The server ended the connection."],
];

function wordsForConnection({ code = "", originalCode = "", message = "" }: SmtpFault): string {
  for (const text of [originalCode, message, code]) {
    const found = CONNECTIONS.find(([pattern]) => pattern.test(text));
    if (found) return found[1];
  }
  return "The email could not be sent.";
}
