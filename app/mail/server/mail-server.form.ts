import { z } from "zod";
import { emailAddress, optionalText, requiredText, tickBox } from "#app/platform/form-schemas.ts";
import { SECURITIES, type StoredMailbox, type StoredMailServer } from "#app/settings/schemas/mail-server.ts";

const NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*\.?$/;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]*)$/;
const LONGEST_PASSWORD = 500;

const host = requiredText("the server", 253)
  .transform((typed) => typed.toLowerCase().replace(/^\[(.*)\]$/, "$1"))
  .refine(
    (typed) => typed === "" || NAME.test(typed) || ADDRESS.test(typed),
    "Enter the server’s name alone, like smtp.example.com",
  );

const portOf = (ports: readonly number[]) => {
  const message = `Enter the port: ${ports.join(", ")}`;
  return z
    .string({ error: message })
    .trim()
    .transform(Number)
    .refine((port) => ports.includes(port), message);
};

/** As typed, but for blanks at the ends of what was copied; a password may hold anything else. */
const password = z
  .string()
  .default("")
  .refine((typed) => typed.length <= LONGEST_PASSWORD, "That password is too long")
  .refine((typed) => !/\p{Cc}/u.test(typed), "A password is one line");

/**
 * What may be typed for a mail server. `ports`: others are refused, so that the site can't be made to knock at every
 * door of its network. An empty password keeps the stored one.
 */
export function mailServerForm(ports: readonly number[]) {
  return z
    .object({
      host,
      port: portOf(ports),
      security: z.enum(SECURITIES, { error: "Choose how the connection is secured" }),
      user: optionalText("the user", 254),
      password,
      noPassword: tickBox(),
    })
    .refine(({ security, user, host }) => security !== "none" || user === "" || isLocalHost(host), {
      message: "Choose TLS or STARTTLS: without it the password can be read on the way",
      path: ["security"],
    });
}

export type TypedMailServer = z.output<ReturnType<typeof mailServerForm>>;

/** The stored server as its form shows it: without the password. */
export function mailServerFormOf(stored: StoredMailServer): object {
  const { host, port, security, user } = stored ?? { host: "", port: 587, security: "starttls", user: "" };
  return { host, port, security, user };
}

/** What may be typed for the mailbox; `ports` and the password as for the mail server. */
export function mailboxForm(ports: readonly number[]) {
  return z
    .object({
      host,
      port: portOf(ports),
      security: z.enum(SECURITIES, { error: "Choose how the connection is secured" }),
      user: requiredText("the user", 254),
      password,
      folder: requiredText("the folder", 200),
    })
    .refine(({ security, host }) => security !== "none" || isLocalHost(host), {
      message: "Choose TLS or STARTTLS: without it the password can be read on the way",
      path: ["security"],
    });
}

export type TypedMailbox = z.output<ReturnType<typeof mailboxForm>>;

/** The stored mailbox as its form shows it: without the password. */
export function mailboxFormOf(stored: StoredMailbox): object {
  const { host, port, security, user, folder } = stored ?? EMPTY_MAILBOX;
  return { host, port, security, user, folder };
}

const EMPTY_MAILBOX = { host: "", port: 993, security: "tls", user: "", folder: "INBOX" };

/** Why a mailbox could not be read. */
export type MailboxFault = keyof typeof MAILBOX_FAULTS;

/** The same for the owner. */
export const MAILBOX_FAULTS = {
  refused: "The server refuses this user name and password. Many providers need an app password.",
  "unknown-host": "There is no server of that name. Check it for a typing error.",
  "private-address": "The server is in this machine’s own network, so we don’t connect to it.",
  unreachable: "The server can’t be reached. Check the server name and the port.",
  timeout: "The server did not answer in time. The port may be closed by a firewall.",
  certificate: "The server’s certificate is not valid for this name, so nothing was sent.",
  "no-tls": "The server does not offer a secured connection at this port. Try the other of TLS and STARTTLS.",
  "no-folder": "The server has no folder of that name.",
  shut: "We can’t read the saved password. Enter it again.",
  broken: "The server answered with something that we can’t read.",
} as const;

/** What is asked for to recognise a provider. `through`: one that was chosen by hand. */
export const setUpForm = z.object({ address: emailAddress("your email address"), through: z.string().max(40) });

/** This machine itself, as far as its name tells. */
export function isLocalHost(host: string): boolean {
  return host === "localhost" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === "::1";
}
