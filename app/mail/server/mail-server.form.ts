import { z } from "zod";
import { emailAddress, optionalText, requiredText, tickBox } from "#app/platform/form-schemas.ts";
import { SECURITIES, type StoredMailServer } from "#app/settings/schemas/mail-server.ts";

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

/** What is asked for to recognise a provider. `through`: one that was chosen by hand. */
export const setUpForm = z.object({ address: emailAddress("your email address"), through: z.string().max(40) });

/** This machine itself, as far as its name tells. */
export function isLocalHost(host: string): boolean {
  return host === "localhost" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === "::1";
}
