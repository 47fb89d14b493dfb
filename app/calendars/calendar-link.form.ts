import { z } from "zod";
import { PROVIDERS, type Provider, serverFrom } from "#app/calendars/calendar-account.ts";
import { CLOSES_AFTER } from "#app/calendars/calendar-link.ts";
import { optionalText, requiredText, tickBox, typedLine } from "#app/platform/form-schemas.ts";

const ADDRESS = "Paste the calendar’s address, like https://calendar.google.com/…/basic.ics";
const LONGEST = 2000;

const closesAfterField = z
  .enum(["never", ...CLOSES_AFTER.map(String)], { error: "Choose what happens when the calendar fails" })
  .default("never")
  .transform((hours) => (hours === "never" ? null : Number(hours)));

/** What someone pastes to connect a calendar. `address` comes out as https. */
export const calendarLinkForm = z.object({
  address: typedLine(ADDRESS)
    .min(1, ADDRESS)
    .max(LONGEST, `Paste an address of ${LONGEST} characters or fewer`)
    .transform((typed, context) => {
      const address = addressFrom(typed);
      if (address !== null) return address;
      context.addIssue({ code: "custom", message: "Paste the whole address. It begins with https:// or webcal://" });
      return z.NEVER;
    }),
  name: optionalText("a name", 40),
  closesAfter: closesAfterField,
});

export const closesAfterForm = z.object({ link: z.string(), closesAfter: closesAfterField });

export const connectForm = calendarLinkForm.extend({ therapist: z.string({ error: "Choose a therapist" }) });

export const feedShowsForm = z.object({
  therapist: z.string({ error: "Choose a therapist" }),
  shows: z.enum(["times", "initials", "names"], { error: "Choose what the diary shows" }),
});

export type TypedLink = z.output<typeof calendarLinkForm>;

const SHOWS = { shows: z.enum(["times", "initials", "names"], { error: "Choose what each appointment shows" }) };

// Spaces belong to a password, but an app password is often copied with some around it.
const password = z
  .string({ error: "Enter the app password" })
  .trim()
  .min(1, "Enter the app password")
  .max(500, "Enter a password of 500 characters or fewer");

const SERVER = "Enter the server’s address, like https://cloud.example.org";

/** What someone types to connect their calendars with a password. `server` comes out as https. */
export const accountForm = z
  .object({
    therapist: z.string({ error: "Choose a therapist" }),
    provider: z.enum(Object.keys(PROVIDERS) as [Provider, ...Provider[]], { error: "Choose where the calendar is" }),
    server: typedLine(SERVER).max(LONGEST, SERVER).default(""),
    username: requiredText("the user name", 254),
    password,
  })
  .transform(({ server: typed, ...account }, context) => {
    const whole = typed === "" || /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
    const address = whole === "" ? null : addressFrom(whole);
    const server = serverFrom(account.provider, address === null ? null : new URL(address));
    if (server !== null) return { ...account, server };
    context.addIssue({ code: "custom", path: ["server"], message: SERVER });
    return z.NEVER;
  });

/** Which calendars of an account are read, by their keys, and which one appointments go to. */
export const accountChoiceForm = z.object({
  reads: z
    .record(z.string(), tickBox())
    .default({})
    .transform((ticks) => Object.keys(ticks).filter((key) => ticks[key])),
  writesTo: z.string({ error: "Choose where appointments go" }).transform((key) => (key === "none" ? null : key)),
  ...SHOWS,
  closesAfter: closesAfterField,
});

export const accountPasswordForm = z.object({ password });

export type TypedAccount = z.output<typeof accountForm>;
export type AccountChoice = z.output<typeof accountChoiceForm>;

/** `webcal:` and `webcals:` are how calendars write https. Null: no web address. */
function addressFrom(typed: string): string | null {
  try {
    const url = new URL(typed.replace(/^webcals?:/i, "https:"));
    // A name and password would stand in logs of others, and are never sent on.
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
    url.hash = "";
    return url.href;
  } catch {
    return null;
  }
}
