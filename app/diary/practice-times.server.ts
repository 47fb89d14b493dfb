import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { type FreeDay, freeStarts } from "#app/availability/free-starts.ts";
import { practiceStarts } from "#app/availability/practice-starts.ts";
import { type Ask, getQuestion } from "#app/booking/free-times.db.server.ts";
import { getOffer } from "#app/booking/free-times.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { OfferInput } from "#app/catalogue/offer.ts";
import { type Actor, requireAdmin } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

const MINUTE_MS = 60_000;

/** `day` is a local date; `except`: the id of the appointment that is being changed, whose time counts as free. */
type Input = OfferInput & { day: string; except: string | null };

export type PracticeTimes =
  | { kind: "times"; zone: string; starts: number[]; state: FreeDay["state"]; closed: boolean }
  | { kind: "unknown"; message: string };

/** The starts of one day offered to the practice; visitors' notice does not apply. For the practice only. */
export async function practiceTimes(app: AppContext, actor: Actor, input: Input): Promise<PracticeTimes> {
  requireAdmin(actor);
  const db = app.db.kysely;
  const moved = input.except ? await getAppointment(db, input.except) : null;
  const asked: Asked = moved ? await movedAsk(app, moved, input) : await getOffer(app, input);
  if (asked.kind === "unknown") return asked;
  const rules = practiceRules(asked.rules);
  const days = { from: input.day, to: input.day, now: app.clock.now(), except: moved?.id ?? null };
  const question = await getQuestion(db, { offer: asked.offer, rules, ...days });
  const [day] = freeStarts(question);
  return {
    kind: "times",
    zone: rules.zone,
    starts: practiceStarts(question),
    state: day?.state ?? "outside",
    closed: day?.closure != null,
  };
}

type Asked = { kind: "offer"; offer: Ask["offer"]; rules: Ask["rules"] } | { kind: "unknown"; message: string };

/** With the booked buffers, any length and any therapist, as `moveAppointment` accepts them. */
async function movedAsk(app: AppContext, moved: Appointment, { minutes, therapist }: Input): Promise<Asked> {
  const db = app.db.kysely;
  const asked = (await listTherapists(db)).find(({ slug }) => slug === therapist);
  if (therapist && !asked) return { kind: "unknown", message: "That therapist does not work here any more" };
  const buffers = {
    bufferBefore: (moved.start - moved.blockStart) / MINUTE_MS,
    bufferAfter: (moved.blockEnd - moved.end) / MINUTE_MS,
  };
  const offer = {
    service: buffers,
    length: { minutes: minutes ?? moved.minutes },
    therapists: [{ id: asked?.id ?? moved.therapistId }],
  };
  return { kind: "offer", offer, rules: await getSetting(db, app.log, "bookingRules") };
}
