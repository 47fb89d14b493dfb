import { book } from "#app/appointments/booking/book.server.ts";
import { listNextFreeTimes, type NextFree } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { type AppContext, joined } from "#app/platform/app-context.server.ts";
import { type Actor, may, visitor } from "#app/platform/permissions.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";

export type TestBooking = { kind: "booked" | "not-found" | "forbidden" } | { kind: "refused"; reason: string };

class TakenBack extends Error {
  readonly outcome: string;
  constructor(outcome: string) {
    super("taken back");
    this.outcome = outcome;
  }
}

const PERSON = { name: "Test Booking", phone: "+441632960000", email: "test-booking@example.com" };

/** Books the next free time as a visitor would and takes it back in the same transaction: no mail, no client. */
export async function bookTest(app: AppContext, actor: Actor): Promise<TestBooking> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  const next = await firstFreeTime(app);
  if (!next) return { kind: "not-found" };
  const { service, minutes, start } = next;
  const reason = await rehearsed(app, { service, minutes, start, therapist: undefined, ...PERSON });
  if (reason !== "booked") return { kind: "refused", reason };
  await reworkSetting(app, actor, "goLive", async ({ now, noted, stored }) => {
    await noted("go-live.test-booking", { kind: "setting", id: "goLive" });
    return { ...stored, testBookedAt: now };
  });
  return { kind: "booked" };
}

async function rehearsed(app: AppContext, input: Parameters<typeof book>[2]["input"]): Promise<string> {
  try {
    return await app.db.kysely.transaction().execute(async (tx): Promise<string> => {
      const within = { ...app, db: joined(app.db, tx) };
      const outcome = await book(within, visitor, { input, idempotencyKey: null });
      throw new TakenBack(outcome.kind);
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome;
    throw error;
  }
}

/** The first start that a visitor can book within a fortnight, of whatever service; null if there is none. */
export async function firstFreeTime(app: AppContext): Promise<(NextFree & { zone: string }) | null> {
  const { zone, services } = await listNextFreeTimes(app);
  const [first] = services.toSorted((one, other) => one.start - other.start);
  return first ? { ...first, zone } : null;
}
