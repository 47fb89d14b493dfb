import { sql } from "kysely";
import { type Flag, type FlagOccasion, type FlagRule, flagFrom } from "#app/payments/online/flags.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/** Whose past: what is theirs as an account, or as a client of the practice; null: everyone's. */
export type FlagWho = { userId: string } | { clientId: string } | null;

type Rules = Pick<Settings, "prepayment" | "bookingRules">;

export function flagRuleOf({ prepayment, bookingRules }: Rules): FlagRule {
  return { count: prepayment.flagCount, months: prepayment.flagMonths, zone: bookingRules.zone };
}

/** Whether a rule asks flagged clients, so that they and the practice read of it. */
export function usesFlags({ payments, prepayment }: Pick<Settings, "payments" | "prepayment">): boolean {
  return payments.on && payments.online && rulesOfFlagged(prepayment).length > 0;
}

/** Whether flagged clients leave a card, and none of them pays. */
export function keepsCardsOfFlagged({ prepayment }: Pick<Settings, "prepayment">): boolean {
  return rulesOfFlagged(prepayment).every(({ what }) => what === "card");
}

const rulesOfFlagged = ({ rules }: Settings["prepayment"]) =>
  rules.filter(({ who, what }) => what !== "none" && (who === "flagged" || who === "either"));

/** What makes a client pay when they book; null: nothing does. */
export async function getFlag(
  db: Queries,
  settings: Rules,
  { who, now }: { who: Exclude<FlagWho, null>; now: number },
): Promise<Flag | null> {
  const rule = flagRuleOf(settings);
  const rows = await selectPast(db, { who, since: sinceOf(rule, now), notice: settings.bookingRules.changeNotice });
  const liftedAt = Math.max(0, ...rows.map(({ lifted_at }) => lifted_at ?? 0));
  return flagFrom(rows.flatMap(occasionsOf), rule, { now, liftedAt });
}

/** The same as the practice and its client read it: while a rule asks flagged clients alone. */
export async function getFlagToRead(app: AppContext, who: Exclude<FlagWho, null>): Promise<Flag | null> {
  const { settings } = await readPractice(app);
  if (!usesFlags(settings)) return null;
  return getFlag(app.db.kysely, settings, { who, now: app.clock.now() });
}

const LONGEST_MONTH_MS = 31 * 86_400_000;

// An appointment lies at most so long after what its client did late.
const sinceOf = ({ months }: FlagRule, now: number) => now - (months + 1) * LONGEST_MONTH_MS;

type Past = { since: number; notice: number };

/** By account, what each did: of everyone who has one. */
export async function listOccasions(db: Queries, past: Past): Promise<Map<string, FlagOccasion[]>> {
  const byUser = new Map<string, FlagOccasion[]>();
  for (const row of await selectPast(db, { who: null, ...past })) {
    if (row.user_id === null) continue;
    byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), ...occasionsOf(row)]);
  }
  return byUser;
}

type Row = Awaited<ReturnType<typeof selectPast>>[number];

function selectPast(db: Queries, { who, since, notice }: Past & { who: FlagWho }) {
  const isMovedLate = sql<boolean>`move_requests.answer = 'settled'
    and appointments.starts_at <> move_requests.starts_at
    and move_requests.at > move_requests.starts_at - ${notice * 60_000}`;
  return db
    .selectFrom("appointments")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("move_requests", (on) => on.onRef("move_requests.appointment_id", "=", "appointments.id").on(isMovedLate))
    .leftJoin("prepay_lifts", "prepay_lifts.client_id", "appointments.client_id")
    .select(["appointments.starts_at", "appointments.ends_at", "appointments.service_title", "appointments.user_id"])
    .select([
      "cancellations.at as cancelled_at",
      "cancellations.late",
      "attendances.state",
      "prepay_lifts.at as lifted_at",
    ])
    .select(["move_requests.at as moved_at", "move_requests.starts_at as moved_from"])
    .where("appointments.starts_at", ">=", since)
    .$if(who !== null && "clientId" in who, (query) =>
      query.where("appointments.client_id", "=", who && "clientId" in who ? who.clientId : ""),
    )
    .$if(who !== null && "userId" in who, (query) =>
      query.where((own) => {
        const userId = who && "userId" in who ? who.userId : "";
        const clients = own
          .selectFrom("client_keys")
          .select("client_id")
          .where("kind", "=", "account")
          .where("value", "=", userId);
        return own.or([own("appointments.user_id", "=", userId), own("appointments.client_id", "in", clients)]);
      }),
    )
    .where(
      sql<boolean>`((lower(appointments.status) = 'cancelled' and cancellations.late = 1)
        or (lower(appointments.status) <> 'cancelled' and attendances.state = 'missed')
        or move_requests.at is not null)`,
    )
    .orderBy("appointments.starts_at")
    .orderBy("appointments.id")
    .execute();
}

function occasionsOf(row: Row): FlagOccasion[] {
  const { service_title: service, starts_at: start } = row;
  const moved =
    row.moved_at === null
      ? []
      : [{ occasion: "moved" as const, at: row.moved_at, start: row.moved_from ?? start, service }];
  if (row.cancelled_at !== null && row.late === 1)
    return [...moved, { occasion: "late", at: row.cancelled_at, start, service }];
  return row.cancelled_at === null && row.state === "missed"
    ? [...moved, { occasion: "missed", at: start, start, service }]
    : moved;
}

export type LiftOutcome = { kind: "saved"; was: number | null } | { kind: "not-found" };

/** What a client did until now counts no more. For whoever may change every payment. */
export function liftFlag(app: AppContext, actor: Actor, clientId: string): Promise<LiftOutcome> {
  return writeLift(app, actor, { clientId, at: app.clock.now(), action: "client.lift-flag" });
}

/** It counts again as it did before the lift; `was`: an earlier one. */
export function undoLift(
  app: AppContext,
  actor: Actor,
  { clientId, was }: { clientId: string; was: number | null },
): Promise<LiftOutcome> {
  return writeLift(app, actor, { clientId, at: was, action: "client.return-flag" });
}

type Lift = { clientId: string; at: number | null; action: string };

async function writeLift(app: AppContext, actor: Actor, { clientId, at, action }: Lift): Promise<LiftOutcome> {
  if (scopeFor(actor, "change", "payments") !== "all") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<LiftOutcome> => {
    const client = tx.selectFrom("clients").select("id").where("id", "=", clientId).where("erased_at", "is", null);
    if (!(await client.executeTakeFirst())) return { kind: "not-found" };
    const stored = tx.selectFrom("prepay_lifts").select("at").where("client_id", "=", clientId);
    const was = (await stored.executeTakeFirst())?.at ?? null;
    const row = { client_id: clientId, actor: actorName(actor) };
    if (at === null) await tx.deleteFrom("prepay_lifts").where("client_id", "=", clientId).execute();
    else {
      await tx
        .insertInto("prepay_lifts")
        .values({ ...row, at })
        .onConflict((conflict) => conflict.column("client_id").doUpdateSet({ at, actor: row.actor }))
        .execute();
    }
    const subject = { kind: "client" as const, id: clientId };
    await writeAudit(tx, { at: app.clock.now(), actor: row.actor, action, subject });
    return { kind: "saved", was };
  });
}
