import { sql } from "kysely";
import { returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { type BackOutcome, giveBack, giveCreditBack, takeBack, writeOff } from "#app/payments/take-back.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";

type Stored = LedgerTables["money_requests"];

/** What an owner is asked: `what` in words, by whom, about whom. */
export type MoneyRequest = Pick<Stored, "id" | "at" | "reason"> & {
  what: string;
  name: string | null;
  who: string | null;
  appointmentId: string | null;
  clientId: string | null;
};

const WHAT: Record<Stored["command"], string> = {
  "give back": "Give back",
  "take back": "Take back a payment of",
  "credit back": "Give back credit of",
  "write off": "Write off",
  voucher: "Give back a voucher worth",
};

/** What is not decided, the oldest first. */
export async function listRequests(db: Queries): Promise<MoneyRequest[]> {
  const rows = await db
    .selectFrom("money_requests as request")
    .leftJoin("clients", "clients.id", "request.client_id")
    .leftJoin("users", (on) => on.on(sql<boolean>`request.actor in ('admin:' || users.id, 'staff:' || users.id)`))
    .select(["request.id", "request.at", "request.reason", "request.command", "request.pence"])
    .select(["request.appointment_id", "request.client_id", "clients.name", "users.name as who"])
    .where("request.state", "=", "open")
    .orderBy("request.at")
    .orderBy("request.id")
    .limit(MOST)
    .execute();
  return rows.map(({ command, pence, appointment_id, client_id, ...row }) => ({
    ...{ ...row, what: `${WHAT[command]} ${priceInFull(pence)}` },
    ...{ appointmentId: appointment_id, clientId: client_id },
  }));
}

const MOST = 100;

export function selectOpenRequestsOfMoney(db: Queries) {
  return db
    .selectFrom("money_requests")
    .select((all) => all.fn.countAll<number>().as("moneyRequests"))
    .where("state", "=", "open");
}

export type DecideOutcome =
  | { kind: "decided" }
  | { kind: "unconfirmed" }
  | { kind: "conflict"; message: string }
  | { kind: "not-found" };

/** An owner does what was asked, under the request's own key and so once, or declines it. */
export async function decideRequest(
  app: AppContext,
  actor: Actor,
  { id, agrees }: { id: string; agrees: boolean },
): Promise<DecideOutcome> {
  if (!may(actor, "change", "settings")) return { kind: "not-found" };
  const db = app.db.kysely;
  const request = await db.selectFrom("money_requests").selectAll().where("id", "=", id).executeTakeFirst();
  if (!request) return { kind: "not-found" };
  if (request.state !== "open") return { kind: "conflict", message: DECIDED };
  if (agrees) {
    const outcome = await perform(app, actor, request);
    if (outcome.kind === "unconfirmed") return outcome;
    if (outcome.kind === "conflict") return outcome;
    if (outcome.kind !== "undone") return { kind: "conflict", message: IMPOSSIBLE };
  }
  const { numUpdatedRows } = await db
    .updateTable("money_requests")
    .set({ state: agrees ? "done" : "declined", decided_at: app.clock.now(), decided_by: actorName(actor) })
    .where("id", "=", id)
    // What is given back is done, even where another owner has declined it meanwhile.
    .where("state", "in", agrees ? ["open", "declined"] : ["open"])
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1 ? { kind: "decided" } : { kind: "conflict", message: DECIDED };
}

const DECIDED = "Someone has decided this. Nothing has changed.";
const IMPOSSIBLE = "This can no longer be done. Nothing has changed.";

function perform(app: AppContext, actor: Actor, { command, facts, ...request }: Stored): Promise<BackOutcome> {
  const { id: key, pence, client_id: clientId, appointment_id: appointmentId } = request;
  const stored = JSON.parse(facts) as Record<string, string>;
  const { payment = "", taking = "", seller = "", voucher = "" } = stored;
  const back = { pence, key, reason: request.reason ?? "" };
  if (command === "take back") return takeBack(app, actor, { takingId: taking, ...back });
  if (command === "voucher") return returnVoucher(app, actor, { voucherId: voucher, seenPence: pence, ...back });
  if (command === "credit back") {
    return giveCreditBack(app, actor, { clientId: clientId ?? "", sellerId: seller, ...back });
  }
  if (command === "write off") {
    return writeOff(app, actor, { appointmentId: appointmentId ?? "", seenPence: pence, ...back });
  }
  const owesAgain = stored.owes === "again";
  return giveBack(app, actor, {
    ...{ ...back, paymentId: payment, owesAgain },
    ...(appointmentId === null ? {} : { appointmentId }),
  });
}
