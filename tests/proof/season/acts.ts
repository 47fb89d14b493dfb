import { book } from "#app/appointments/booking/book.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { receiveReport } from "#app/connections/calendly/receive-webhook.server.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import { bookSeries, previewSeries } from "#app/diary/series/book-series.server.ts";
import { isFree } from "#app/diary/series/check-series.ts";
import { type Chosen, parseSeries } from "#app/diary/series/series.form.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { amendNote, saveNote } from "#app/health/notes.server.ts";
import { decideDispute } from "#app/payments/disputes/decide-dispute.server.ts";
import { chargeFee, feeSettings, listFeeProposals, waiveFee } from "#app/payments/fees.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { decline, take } from "#app/waiting-list/answer.server.ts";
import { offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { join } from "#app/waiting-list/join.server.ts";
import { SIGNING_KEY } from "#tests/support/calendly/plugged-in.ts";
import { type CalendlyStandIn, reportOf } from "#tests/support/calendly/stand-in.ts";

// What happens in a practice. Each act is chosen from what is there, written down, and only then done: one that was
// killed is done again as it was written.

export const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
export const ZONE = "Europe/London";
/** A Monday: summer time ends three weeks later, and begins again in the last week but one. */
export const FIRST_DAY = "2026-10-05";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLIENTS = 900;
const SERVICE = "deep-tissue-massage";

/** `random`: a whole number below this one, the same again for the same act. */
export type World = {
  app: AppContext;
  calendly: CalendlyStandIn;
  random: (below: number) => number;
  /** Of this act, and of no other. */
  key: string;
};

/** What an act needs to be done, in JSON. */
export type Choice = Record<string, unknown>;
/** `booked`, `cancelled`: the appointments of which it says so. `held`: one that waits for its payment. */
export type Done = { act?: string; kind: string; booked?: readonly string[]; cancelled?: string; held?: string };
type Act = {
  weight: number;
  choose: (world: World) => Promise<Choice | null>;
  press: (world: World, choice: never) => Promise<Done>;
};

/** A type for the choice of each act. */
const act = <Chosen extends Choice>(
  weight: number,
  choose: (world: World) => Promise<Chosen | null>,
  press: (world: World, choice: Chosen) => Promise<Done>,
): Act => ({ weight, choose, press });

function pick<Value>({ random }: World, values: readonly Value[]): Value | null {
  return values.length === 0 ? null : (values[random(values.length)] as Value);
}

function personOf(number: number) {
  const digits = String(number).padStart(3, "0");
  return { name: `Client Of${number}`, email: `of${number}@season.example`, phone: `+441632960${digits}` };
}

/** A time that a visitor sees as free, of a service and a therapist that they may have chosen. */
async function freeTime(world: World) {
  const { app, random } = world;
  const { services, therapists } = await readPractice(app);
  const service = random(3) === 0 ? (pick(world, services)?.slug ?? SERVICE) : SERVICE;
  const therapist = random(2) === 0 ? undefined : pick(world, therapists)?.slug;
  const from = addDays(localDateOf(app.clock.now(), ZONE), random(4) === 0 ? random(3) : random(28));
  const answer = await askFreeTimes(app, { service, from, to: from, ...(therapist && { therapist }) });
  const slot = answer.kind === "times" ? pick(world, answer.days[0]?.slots ?? []) : null;
  return slot && { service, start: slot.start, ...(therapist && { therapist }) };
}

type Wish = { service: string; start: number; therapist?: string; client: number };

async function bookOnline({ app, key }: World, { client, ...wish }: Wish, source: "website" | "api"): Promise<Done> {
  const input = { ...wish, ...personOf(client), before: "yes" as const };
  const from = { clientAddress: `192.0.2.${1 + (client % 250)}` };
  const asked = {
    input,
    idempotencyKey: key,
    source,
    overlap: "both" as const,
    prepay: prepayOf(app, "en-GB"),
    ...from,
  };
  // Whoever has to pay first has read how much.
  const first = await book(app, visitor, asked);
  const outcome = first.kind === "repriced" ? await book(app, visitor, { ...asked, pays: "1500" }) : first;
  if (outcome.kind !== "booked") return { kind: outcome.kind };
  const { id, start, therapistId } = outcome.appointment;
  if (outcome.pays) {
    await startPaying(app, { appointmentId: id, ...from });
    return { kind: "pays first", held: id };
  }
  if (!outcome.again && (await isBusyThen(app, { therapistId, start, end: start + 30 * 60_000 })))
    return { kind: "BROKEN: booked over a busy time" };
  return { kind: "booked", booked: [id] };
}

async function isBusyThen(
  { db }: AppContext,
  { therapistId, start, end }: { therapistId: string; start: number; end: number },
) {
  const busy = db.kysely.selectFrom("busy_times").select("link_id").where("therapist_id", "=", therapistId);
  return (await busy.where("block_start", "<", end).where("block_end", ">", start).execute()).length > 0;
}

/** Appointments that stand and begin between these, in hours from now. */
async function standing({ app }: World, [from, to]: readonly [number, number]) {
  const now = app.clock.now();
  return app.db.kysely
    .selectFrom("appointments")
    .select(["id", "starts_at", "minutes", "therapist_id", "price_pence", "client_id"])
    .where("status", "=", "Confirmed")
    .where("starts_at", ">", now + from * HOUR)
    .where("starts_at", "<", now + to * HOUR)
    .orderBy("id")
    .execute();
}

const wishOf = async (world: World): Promise<Wish | null> => {
  const time = await freeTime(world);
  return time && { ...time, client: world.random(CLIENTS) };
};

const someone = async (world: World, hours: readonly [number, number]) => {
  const found = pick(world, await standing(world, hours));
  return found && { id: found.id };
};

const cancelledAs = (kind: string, id: string): Done => ({ kind, ...(kind === "cancelled" && { cancelled: id }) });

/** Visits that are over and that nobody has marked or paid. */
async function toMark({ app }: World) {
  return app.db.kysely
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select("appointments.id")
    .where("appointments.status", "=", "Confirmed")
    .where("ends_at", "<", app.clock.now())
    .where("ends_at", ">", app.clock.now() - 3 * DAY)
    .where("attendances.state", "is", null)
    .orderBy("appointments.id")
    .execute();
}

async function toPay({ app }: World) {
  return app.db.kysely
    .selectFrom("appointments")
    .innerJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("bills", "bills.appointment_id", "appointments.id")
    .select(["appointments.id", "price_pence"])
    .where("attendances.state", "=", "finished")
    .where("bills.id", "is", null)
    .where("ends_at", ">", app.clock.now() - 3 * DAY)
    .orderBy("appointments.id")
    .execute();
}

/** What a bank or the provider does by itself. */
async function atStripe({ config }: AppContext, path: string, step: string): Promise<Done> {
  const body = new URLSearchParams({ step });
  const answer = await fetch(`${config.stripeApiUrl}${path}`, { method: "POST", redirect: "manual", body });
  return { kind: answer.status < 400 ? step : "refused" };
}

const taking = { tipPence: 0, extras: [], discount: null };

/** The therapist of a visit, who writes about it. */
async function authorOf(app: AppContext, appointmentId: string) {
  const visit = await app.db.kysely
    .selectFrom("appointments")
    .innerJoin("staff", "staff.therapist_id", "appointments.therapist_id")
    .select(["client_id", "staff.user_id", "staff.therapist_id"])
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  if (!visit?.client_id) return null;
  const { client_id: clientId, user_id: userId, therapist_id: therapistId } = visit;
  const actor: Actor = { kind: "staff", userId, roles: ["therapist"], therapistId, choices: [] };
  return { actor, clientId };
}

export const ACTS = {
  "book online": act(14, wishOf, (world, wish) => bookOnline(world, wish, "website")),
  "book by the API": act(4, wishOf, (world, wish) => bookOnline(world, wish, "api")),
  "book at the desk": act(6, wishOf, async ({ app }, { client, start, ...wish }) => {
    const { name, email } = personOf(client);
    const [day, time] = [localDateOf(start, ZONE), localTimeOf(start, ZONE)];
    const read = parsePracticeBooking({ ...wish, day, time, name, email, despite: "on", tell: "on" });
    if (read.kind === "invalid") return { kind: "invalid" };
    const outcome = await bookForPractice(app, OWNER, { input: read.input });
    return outcome.kind === "booked" ? { kind: "booked", booked: [outcome.appointment.id] } : { kind: outcome.kind };
  }),
  "book a series": act(
    1,
    async (world) => {
      const time = await freeTime(world);
      if (!time) return null;
      const { name, email } = personOf(world.random(CLIENTS));
      const [day, at] = [localDateOf(time.start, ZONE), localTimeOf(time.start, ZONE)];
      const typed = {
        service: SERVICE,
        therapist: time.therapist ?? "",
        day,
        time: at,
        times: "4",
        name,
        email,
        tell: "on",
      };
      const sent = parseSeries(typed);
      if (sent.kind === "invalid") return null;
      const preview = await previewSeries(world.app, OWNER, { input: sent.input, rule: sent.rule });
      if (preview.kind === "invalid") return null;
      const slugs = new Map(preview.givers.map(({ id, slug }) => [id, slug]));
      const chosen = preview.occurrences.filter(isFree).flatMap(({ place }): Chosen[] => {
        return place ? [{ start: place.start, therapist: slugs.get(place.therapistId) ?? "", despite: false }] : [];
      });
      return chosen.length < 2 ? null : { typed, chosen };
    },
    async ({ app, key }, { typed, chosen }) => {
      const sent = parseSeries(typed);
      if (sent.kind === "invalid") return { kind: "invalid" };
      const outcome = await bookSeries(app, OWNER, { input: sent.input, rule: sent.rule, chosen, key });
      if (outcome.kind !== "booked") return { kind: outcome.kind };
      const all = app.db.kysely
        .selectFrom("appointments")
        .select("id")
        .where("series_id", "=", outcome.appointment.series?.id ?? "");
      return { kind: "booked", booked: (await all.execute()).map(({ id }) => id) };
    },
  ),
  "book at Calendly": act(
    1,
    async (world) => {
      const { app, calendly } = world;
      const from = addDays(localDateOf(app.clock.now(), ZONE), 2 + world.random(20));
      const answer = await askFreeTimes(app, {
        service: SERVICE,
        therapist: "imogen-hartley",
        minutes: 60,
        from,
        to: from,
      });
      const slot = answer.kind === "times" ? pick(world, answer.days[0]?.slots ?? []) : null;
      if (!slot) return null;
      const now = app.clock.now();
      const { name, email } = personOf(world.random(CLIENTS));
      const made = calendly.book({ start: slot.start, now, name, email });
      return { ...reportOf("invitee.created", made, { key: SIGNING_KEY, now }), start: slot.start };
    },
    async ({ app }, { body, headers }) => {
      const report = { body: Buffer.from(body), headers: new Headers(headers) };
      return { kind: (await receiveReport(app, report as never)).kind };
    },
  ),
  pay: act(
    14,
    async (world) => {
      const open = world.app.db.kysely.selectFrom("pay_pages").select("session").where("session", "is not", null);
      const session = pick(
        world,
        await open
          .where("at", ">", world.app.clock.now() - HOUR / 2)
          .orderBy("id")
          .execute(),
      )?.session;
      return session ? { session } : null;
    },
    async ({ app }, { session }) => {
      const answer = await fetch(`${app.config.stripeApiUrl}/pay/${session}`, { method: "POST", redirect: "manual" });
      return { kind: answer.status < 400 ? "paid" : "shut" };
    },
  ),
  "a bank disputes": act(
    0.6,
    async (world) => ({ step: pick(world, ["begin", "begin", "answer", "win", "lose"] as const) ?? "begin" }),
    ({ app }, { step }) => atStripe(app, "/dispute", step),
  ),
  "decide a dispute": act(
    0.6,
    async (world) => {
      const ended = world.app.db.kysely.selectFrom("disputes").select("id").where("ended_at", "is not", null);
      const lost = ended.where("taken_pence", ">", 0).where("decision", "is", null);
      const dispute = pick(world, await lost.orderBy("id").execute());
      const decision = world.random(2) === 0 ? ("owed" as const) : ("let-go" as const);
      return dispute && { id: dispute.id, decision };
    },
    async ({ app }, choice) => ({ kind: (await decideDispute(app, OWNER, choice)).kind }),
  ),
  "Stripe pays out": act(
    0.4,
    async () => ({ step: "sent" }),
    ({ app }, { step }) => atStripe(app, "/pay-out", step),
  ),
  "cancel by the client": act(
    2,
    (world) => someone(world, world.random(3) === 0 ? [0, 24] : [24, 700]),
    async ({ app }, { id }) => {
      const holder = { kind: "holder", appointmentId: id } as const;
      return cancelledAs((await cancel(app, holder, { appointmentId: id, reason: null, knowsCost: true })).kind, id);
    },
  ),
  "cancel by the practice": act(
    1,
    (world) => someone(world, [0, 700]),
    async ({ app }, { id }) => cancelledAs((await cancel(app, OWNER, { appointmentId: id, reason: null })).kind, id),
  ),
  "move by the client": act(
    2,
    async (world) => {
      const [moved, time] = [await someone(world, [25, 700]), await freeTime(world)];
      return moved && time && { ...moved, start: time.start };
    },
    async ({ app }, { id, start }) => {
      const move = { appointmentId: id, start, therapist: null };
      return { kind: (await reschedule(app, { kind: "holder", appointmentId: id }, move)).kind };
    },
  ),
  "move in the diary": act(
    2,
    async (world) => {
      const moved = await someone(world, [0, 700]);
      return moved && { ...moved, by: (world.random(48) - 24) * 15 * 60_000 };
    },
    async ({ app }, { id, by }) => {
      const row = await app.db.kysely
        .selectFrom("appointments")
        .select("starts_at")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return { kind: "not-found" };
      return {
        kind: (await moveAppointment(app, OWNER, { appointmentId: id, start: row.starts_at + by, despite: true })).kind,
      };
    },
  ),
  mark: act(
    22,
    async (world) => {
      const visit = pick(world, await toMark(world));
      return (
        visit && { id: visit.id, attendance: world.random(12) === 0 ? ("missed" as const) : ("finished" as const) }
      );
    },
    async ({ app }, { id, attendance }) => ({
      kind: (await markAttendance(app, OWNER, { appointmentId: id, attendance })).kind,
    }),
  ),
  "take a payment": act(
    20,
    async (world) => {
      const visit = pick(world, await toPay(world));
      const method = pick(world, ["card", "card", "cash", "bank"] as const) ?? "card";
      return visit && { id: visit.id, pence: visit.price_pence ?? 0, method };
    },
    async ({ app, key }, { id, pence, method }) => {
      const lines = pence > 0 ? [{ method, pence }] : [];
      return {
        kind: (
          await takePayment(app, OWNER, { appointmentId: id, key, taking: { ...taking, lines, seenPence: pence } })
        ).kind,
      };
    },
  ),
  "give money back": act(
    1,
    async (world) => {
      const now = world.app.clock.now();
      const recent = world.app.db.kysely
        .selectFrom("payments")
        .select("id")
        .where("pence", ">", 1000)
        .where("at", ">", now - 2 * DAY);
      const payment = pick(world, await recent.where("method", "in", ["card", "cash"]).orderBy("id").execute());
      return payment && { paymentId: payment.id, pence: 100 * (1 + world.random(9)), owesAgain: world.random(2) === 0 };
    },
    async ({ app, key }, choice) => ({
      kind: (await giveBack(app, OWNER, { ...choice, reason: "Less than was booked", key })).kind,
    }),
  ),
  "decide a fee": act(
    2,
    async (world) => {
      const { app, random } = world;
      const which = { scope: "all", now: app.clock.now() } as const;
      const proposals = await listFeeProposals(app.db.kysely, await feeSettings(app.db.kysely, app), which);
      const proposal = pick(
        world,
        proposals.filter(({ why }) => why === null),
      );
      return proposal && { appointmentId: proposal.appointmentId, pence: proposal.mostPence, charges: random(3) > 0 };
    },
    async ({ app, key }, { charges, pence, appointmentId }) => {
      const press = { appointmentId, key };
      const outcome = charges
        ? await chargeFee(app, OWNER, { ...press, pence })
        : await waiveFee(app, OWNER, { ...press, reason: "Ill" });
      return { kind: outcome.kind };
    },
  ),
  "sell a voucher": act(
    1,
    async ({ random }) => ({ pence: 1000 * (1 + random(8)) }),
    async ({ app, key }, { pence }) => {
      const sale = { products: [], voucherPence: pence, lines: [{ method: "card" as const, pence }], seenPence: pence };
      return { kind: (await sell(app, OWNER, { sellerId: "1", clientId: null, key, sale })).kind };
    },
  ),
  "write a note": act(
    8,
    async (world) => {
      const visit = pick(world, await toPay(world));
      return visit && { id: visit.id, signs: world.random(3) > 0, words: `Treated, ${world.key}` };
    },
    async ({ app }, { id, signs, words }) => {
      const by = await authorOf(app, id);
      if (!by) return { kind: "not-found" };
      const given = { ...EMPTY_NOTE, says: words, pain: 4 };
      const before = app.db.kysely.selectFrom("treatment_notes").select("version").where("id", "=", id);
      const version = (await before.executeTakeFirst())?.version ?? 0;
      return {
        kind: (await saveNote(app, by.actor, { clientId: by.clientId, noteId: id, version, given, signs })).kind,
      };
    },
  ),
  "amend a note": act(
    1,
    async (world) => {
      const locked = world.app.db.kysely
        .selectFrom("treatment_notes")
        .select("appointment_id")
        .where("state", "=", "locked");
      const note = pick(world, await locked.orderBy("id").execute());
      return note?.appointment_id ? { id: note.appointment_id, words: `Also, ${world.key}` } : null;
    },
    async ({ app }, { id, words }) => {
      const by = await authorOf(app, id);
      if (!by) return { kind: "not-found" };
      const amendment = { clientId: by.clientId, noteId: id, reason: "Forgotten", words };
      return { kind: (await amendNote(app, by.actor, amendment)).kind };
    },
  ),
  "wait for a time": act(
    2,
    async ({ app, random }) => ({ client: random(CLIENTS), until: addDays(localDateOf(app.clock.now(), ZONE), 30) }),
    async ({ app }, { client, until }) => {
      const person = personOf(client);
      const input = { service: SERVICE, minutes: 60, therapists: [], weekdays: [], dayTimes: [], until, ...person };
      return { kind: (await join(app, OWNER, { input })).kind };
    },
  ),
  "answer an offer": act(
    3,
    async (world) => {
      const live = world.app.db.kysely.selectFrom("waiting_offers").select("id").where("state", "in", ["held", "open"]);
      const offer = pick(world, await live.orderBy("id").execute());
      return offer && { id: offer.id, takes: world.random(3) > 0 };
    },
    async ({ app }, { id, takes }) => {
      const token = offerSecretOf(app, id);
      if (!takes) return { kind: (await decline(app, token)).kind };
      const outcome = await take(app, token);
      return outcome.kind === "taken" ? { kind: "taken", booked: [outcome.appointment.id] } : { kind: outcome.kind };
    },
  ),
  "erase a client": act(
    0.4,
    async (world) => {
      const now = world.app.clock.now();
      const ahead = world.app.db.kysely
        .selectFrom("appointments")
        .select("client_id")
        .where("ends_at", ">", now)
        .where("client_id", "is not", null);
      const gone = world.app.db.kysely
        .selectFrom("clients")
        .select(["id", "email"])
        .where("erased_at", "is", null)
        .where("email", "like", "of%@season.example")
        .where("id", "not in", ahead as never);
      const client = pick(world, await gone.orderBy("id").execute());
      return client && { id: client.id, email: client.email };
    },
    async ({ app }, { id }) => ({ kind: (await erase(app, OWNER, { id, goes: null, personalData })).kind }),
  ),
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
