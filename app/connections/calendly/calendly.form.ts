import { z } from "zod";
import { personFields } from "#app/clients/person.form.ts";
import { optionalText } from "#app/platform/form-schemas.ts";
import type { SchedulerChoice } from "#app/settings/schemas/scheduler-choice.ts";

const LONGEST_TOKEN = 1000;

/** As it was copied, without the blanks around it. Empty keeps the stored one. */
const token = z
  .string()
  .default("")
  .transform((typed) => typed.trim())
  .refine(
    (typed) => typed.length <= LONGEST_TOKEN && /^[\x21-\x7e]*$/.test(typed),
    "Copy the token again: it is one line without blanks",
  );

/** What the owner says of Calendly. `host`: where Calendly is; `hasToken`: one is stored. */
export function calendlyForm({ host, hasToken }: { host: string; hasToken: boolean }) {
  return z
    .object({
      kind: z.enum(["own", "calendly"], { error: "Choose who shows the times" }),
      page: optionalText("the address", 300).transform((typed, context) => {
        const page = typed === "" ? "" : pageOf(typed, host);
        if (page === null)
          context.addIssue({ code: "custom", message: `Enter your page’s address, like ${host}/your-name/60min` });
        return page ?? "";
      }),
      token,
      serviceId: optionalText("the service", 80),
      therapistId: optionalText("the therapist", 80),
    })
    .refine(({ kind, page }) => kind === "own" || page !== "", {
      message: "Enter the address of your page on Calendly",
      path: ["page"],
    })
    .refine(({ kind, token }) => kind === "own" || token !== "" || hasToken, {
      message: "Enter the token",
      path: ["token"],
    });
}

export type TypedCalendly = z.output<ReturnType<typeof calendlyForm>>;

/** What is stored as its form shows it: without the token. */
export function calendlyFormOf({ kind, page, serviceId, therapistId }: SchedulerChoice): object {
  return { kind, page, serviceId, therapistId };
}

const personBefore = z.object(personFields);

type Person = z.output<typeof personBefore>;

/** Who wants to see the calendar. The specification asks for all three. */
export function readPerson(
  typed: unknown,
): { kind: "valid"; person: Person } | { kind: "invalid"; errors: Partial<Record<keyof Person, string>> } {
  const read = personBefore.safeParse(typed);
  if (read.success) return { kind: "valid", person: read.data };
  const errors: Partial<Record<keyof Person, string>> = {};
  for (const issue of read.error.issues) errors[issue.path[0] as keyof Person] ??= issue.message;
  return { kind: "invalid", errors };
}

/** The owner's page as it is stored: without what somebody's address bar added. Null: it is no page on that host. */
export function pageOf(typed: string, host: string): string | null {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const bare = origin.replace("://www.", "://");
  return bare === host && /^\/[\w-]+(\/[\w-]+){0,2}\/?$/.test(pathname) ? bare + pathname.replace(/\/$/, "") : null;
}

/**
 * What the frame shows. Calendly posts its messages only to whoever names a domain (`embed_domain`); a hidden banner for
 * cookies would hide their choice.
 */
export function frameAddress(
  page: string,
  { host, name, email }: { host: string; name: string; email: string },
): string {
  const query = new URLSearchParams({ name, email, embed_type: "Inline", embed_domain: host });
  return `${page}?${query.toString().replaceAll("+", "%20")}`;
}
