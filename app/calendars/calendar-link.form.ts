import { z } from "zod";
import { CLOSES_AFTER } from "#app/calendars/calendar-link.ts";
import { optionalText, typedLine } from "#app/platform/form-schemas.ts";

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
