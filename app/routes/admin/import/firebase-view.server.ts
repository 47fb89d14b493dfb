import { countImportedPasswords, listHashKeys } from "#app/accounts/passwords/hash-keys.db.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import {
  countRecords,
  type FirebaseRecord,
  listReason,
  listReview,
} from "#app/moving/firebase/firebase-records.db.server.ts";
import { type PlainRecord, textIn } from "#app/moving/firebase/firestore-value.ts";
import { getLastTry } from "#app/moving/firebase/last-try.db.server.ts";
import { datesOf, isReviewReason, REVIEW_REASONS, WAS_ADMIN } from "#app/moving/firebase/review-choice.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { clockLabel, dayInWords, timeInWords } from "#app/platform/date-time.ts";
import { keyIdOf, readSealingKey } from "#app/platform/encryption.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const PAGE_SIZE = 20;

/** What moved in from Firebase, and one page of what waits for a decision. */
export async function viewFirebase(app: AppContext, page: number) {
  const db = app.db.kysely;
  const counts = await countRecords(db);
  const total = (kind: string, ...outcomes: string[]) =>
    counts
      .filter((count) => count.kind === kind && outcomes.includes(count.outcome))
      .reduce((sum, count) => sum + count.total, 0);
  const review = await listReview(db, { from: (page - 1) * PAGE_SIZE, most: PAGE_SIZE });
  const here = readSealingKey(app.config)?.id;
  const keys = await listHashKeys(db);
  const tried = await getLastTry(db);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return {
    hasMoved: counts.length > 0,
    // Once something has moved, what is here says more.
    tried: counts.length > 0 ? null : tried,
    triedWhen: tried ? timeInWords(tried.at, zone) : "",
    users: total("users", "done", "matched"),
    appointments: total("appointments", "done", "matched"),
    waiting: total("users", "review") + total("appointments", "review"),
    leftOut: total("users", "skipped") + total("appointments", "skipped"),
    passwords: await countImportedPasswords(db),
    isShut: keys.some(({ signer_key }) => keyIdOf(signer_key) !== here),
    admins: await adminsThere(app),
    review: review.map(viewRecord),
    hasTwoDates: review.some(({ reason }) => reason === "two-dates"),
    page,
    pageSize: PAGE_SIZE,
  };
}

async function adminsThere(app: AppContext): Promise<{ id: string; name: string; email: string }[]> {
  const records = await listReason(app.db.kysely, WAS_ADMIN);
  const people = [];
  for (const { userId } of records) {
    const user = userId ? await getUser(app.db.kysely, userId) : null;
    if (user && user.role !== "admin") people.push({ id: user.id, name: user.username, email: user.email });
  }
  return people;
}

/** What can be read of its time, to begin with where it has to be typed. */
function knownIn(record: PlainRecord, reason: string | null): { day: string; time: string } | null {
  const time = datesOf(record, "day-first") ?? datesOf(record, "month-first");
  if (!time || reason === "two-dates") return null;
  return { day: time.day, time: new Date(time.minute * 60_000).toISOString().slice(11, 16) };
}

type Offered = { value: string; words: string };

function viewRecord({ source, reason, raw, appointmentId }: FirebaseRecord) {
  const record = raw ?? {};
  const isAppointment = source.startsWith("appointments/");
  const stood = ["date", "time", "email", "phone", "status"].map((field) => textIn(record[field])).filter(Boolean);
  return {
    source,
    isAppointment,
    name: textIn(record.name) || textIn(record.email) || "Unknown",
    why: isReviewReason(reason) ? REVIEW_REASONS[reason] : "",
    stood: stood.join(", "),
    offered: isAppointment ? offeredFor(record, reason) : [],
    known: knownIn(record, reason),
    canMerge: isAppointment ? appointmentId !== null : true,
    duplicate: appointmentId,
  };
}

function offeredFor(record: PlainRecord, reason: string | null): Offered[] {
  const times = (["day-first", "month-first"] as const).flatMap((order) => datesOf(record, order) ?? []);
  const values = new Map(times.map((time) => [`take:${time.day}:${time.minute}`, time]));
  // A time that is taken or off the grid stays so: only another one can be typed.
  if (reason !== "two-dates" && reason !== "double") return [];
  return [...values].map(([value, { day, minute }]) => ({
    value,
    words: reason === "double" ? "Keep both" : `Take as ${dayInWords(day, { year: true })}, ${clockLabel(minute)}`,
  }));
}
