import { href, redirect } from "react-router";
import { summariseHistory } from "#app/appointments/clients/client-history.db.server.ts";
import { bookSeries, previewSeries, type SeriesOutcome } from "#app/diary/series/book-series.server.ts";
import { isFree } from "#app/diary/series/check-series.ts";
import { type OccurrenceView, viewOccurrences } from "#app/diary/series/occurrence-view.ts";
import { WEEKS } from "#app/diary/series/occurrences.ts";
import { chosenFrom, parseSeries } from "#app/diary/series/series.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { type Actor, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Sent = { app: AppContext; actor: Actor; locale: string; typed: Fields };

type SeriesPage = {
  typed: Fields;
  errors: Partial<Fields>;
  warnings: string[];
  /** Why nothing is booked. */
  fault: string | null;
  title: string;
  summary: string;
  /** `12 times, 3 to look at`. */
  found: string;
  occurrences: OccurrenceView[];
  /** The rule that the occurrences are of: a changed one is looked at before anything is booked. */
  ruleKey: string;
  status: number;
};

type Refused = Exclude<SeriesOutcome, { kind: "booked" }>;

const WEEK_DAYS = 7;

/** Until someone chooses, a known client comes as often as they usually do. */
export async function withUsualRhythm(sent: Sent): Promise<Sent> {
  const { app, actor, typed } = sent;
  const scope = scopeFor(actor, "see", "clients");
  if (typed.weeks || !typed.client || scope === null) return sent;
  const summaries = await summariseHistory(app.db.kysely, {
    clientIds: [typed.client],
    scope,
    now: app.clock.now(),
  });
  const weeks = Math.round((summaries.get(typed.client)?.everyDays ?? 0) / WEEK_DAYS);
  return WEEKS.some((one) => one === weeks) ? { ...sent, typed: { ...typed, weeks: String(weeks) } } : sent;
}

/** Books what was chosen, and leaves for the first of them; null when the times are only to be looked at. */
export async function booked({ app, actor, typed }: Sent): Promise<Refused | null> {
  const sent = parseSeries(typed);
  if (sent.kind === "invalid" || typed.intent !== "book" || typed.shown !== ruleOf(typed)) return null;
  const { input, rule } = sent;
  const chosen = [...chosenFrom(typed).values()];
  const outcome = await bookSeries(app, actor, { input, rule, chosen, key: typed.key || null });
  if (outcome.kind !== "booked") return outcome;
  const suffix = input.tell && outcome.appointment.email ? "-told" : "";
  throw redirect(`${href("/admin/appointments/:id", outcome.appointment)}?done=series-booked${suffix}`, 303);
}

/** The page with the times as they are now. */
export async function seriesPage({ app, actor, locale, typed }: Sent, refused: Refused | null): Promise<SeriesPage> {
  const page = {
    typed,
    errors: {} as Partial<Fields>,
    warnings: [] as string[],
    fault: null as string | null,
    title: typed.name ? `Repeat for ${typed.name}` : "Repeat an appointment",
    summary: "",
    found: "",
    occurrences: [],
    ruleKey: ruleOf(typed),
  };
  const sent = parseSeries(typed);
  if (sent.kind === "invalid") return { ...page, errors: sent.errors, status: 422 };
  const preview = await previewSeries(app, actor, sent);
  if (preview.kind === "invalid") return { ...page, errors: { [preview.field]: preview.message }, status: 422 };
  const { offer, givers, zone } = preview;
  const [therapist = null] = sent.input.therapist ? offer.therapists : [];
  const open = preview.occurrences.filter((one) => !isFree(one)).length;
  return {
    ...page,
    warnings: preview.messages,
    fault: refused && (await faultOf(app, refused, locale)),
    summary: `${offer.service.title}, ${offer.length.minutes} minutes, with ${therapist?.name ?? "anyone"}`,
    found: `${preview.occurrences.length} times, ${open === 0 ? "all free" : `${open} to look at`}`,
    occurrences: viewOccurrences(preview.occurrences, {
      givers,
      zone,
      locale,
      typed: refused || typed.shown === page.ruleKey ? typed : {},
      isSent: refused !== null,
      leave: () => "Leave out",
    }),
    status: refused ? 409 : 200,
  };
}

function ruleOf({ day, time, which, weeks, times }: Fields): string {
  return [day, time, weeks ?? 1, times ?? 6, ...(which ? [which] : [])].join(" ");
}

async function faultOf(app: AppContext, refused: Refused, locale: string): Promise<string | null> {
  if (refused.kind === "warned") return null;
  if (refused.kind === "invalid") return `${refused.message}.`;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const when = localeMoment(refused.start, zone, locale);
  if (refused.kind === "overlaps") return `${when} lies over another time that you chose. Nothing is booked yet.`;
  return `${when} has changed since you looked. Nothing is booked yet.`;
}
