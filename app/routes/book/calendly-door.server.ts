import { data, type RouterContextProvider } from "react-router";
import type { TypedDetails } from "#app/appointments/booking/person-fields.tsx";
import { frameAddress, readPerson } from "#app/connections/calendly/calendly.form.ts";
import { calendlyInUse } from "#app/connections/calendly/calendly-in-use.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { newId } from "#app/platform/ids.server.ts";
import { bookingSent } from "#app/routes/book/sent.ts";

type Context = Readonly<RouterContextProvider>;

/** The practice's page on Calendly, and the origin that its messages come from. */
/** `words`: what only this page says, so that the script of the practice's own calendar does not carry it. */
export type CalendlyView = { page: string; origin: string; words: typeof WORDS };

const WORDS = {
  first: "You choose a day and a time in the calendar on Calendly.",
  privacy:
    "Then Calendly gets your name and email address, sees your network address, and sets cookies of its own (_calendly_session, __cf_bm, OptanonConsent). Nothing of it is loaded before you select the button.",
  late: "Calendly’s email is on its way. The details are still arriving",
  missing: "That booking is not on Calendly. Calendly’s email is what counts: if you don’t get one, call.",
  title: "Choose a day and a time, on Calendly",
  open: "open the calendar on Calendly (new tab)",
  mailed: "Calendly has mailed you the details, with a link to change or cancel it.",
};

/** Null while the practice's own scheduler is shown. */
export async function calendlyFor(context: Context): Promise<CalendlyView | null> {
  const app = appContextOf(context);
  const found = await calendlyInUse(app);
  return found.kind === "on" ? { page: found.choice.page, origin: app.config.calendlyUrl, words: WORDS } : null;
}

/** `frame` null: something is missing of the details. `id`: of this answer alone. */
export type CalendarAnswer = {
  calendar: { frame: string | null };
  errors: TypedDetails;
  typed: TypedDetails;
  id: string;
};

/** "Load the calendar": with the details that Calendly then need not ask for. */
export function openCalendar(
  context: Context,
  { page, origin }: Pick<CalendlyView, "page" | "origin">,
  form: FormData,
) {
  const { typed } = bookingSent(form);
  const read = readPerson(typed);
  const { host } = new URL(appContextOf(context).config.publicUrl);
  const frame = read.kind === "valid" ? frameAddress(page, { host, ...read.person }) : null;
  const errors = read.kind === "invalid" ? read.errors : {};
  const answer: CalendarAnswer = { calendar: { frame }, errors, typed, id: newId() };
  return data(answer, { status: frame ? 200 : 422, headers: { [FRAMES_HEADER]: frame ? origin : "" } });
}
