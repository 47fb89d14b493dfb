import { getVoucher, listVouchers, ownerOf } from "#app/payments/shop/vouchers.db.server.ts";
import type { Voucher } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

/** A family, not a team. */
const MOST_SHARES = 5;

type ShareOutcome = { kind: "saved" } | { kind: "conflict"; message: string } | { kind: "not-found" };

/**
 * Lets the client with this address use a course, too. Nothing is said about whether one has it: they can use it once
 * they book with it.
 */
export async function shareCourse(
  app: AppContext,
  actor: Actor,
  { voucherId, email }: { voucherId: string; email: string },
): Promise<ShareOutcome> {
  return change(app, actor, { voucherId, action: "course.share" }, async (tx) => {
    const known = await listShares(tx, [voucherId]);
    if (known.length >= MOST_SHARES)
      return {
        kind: "conflict",
        message: `Up to ${MOST_SHARES} people can share a course. Stop sharing with one first.`,
      };
    await tx
      .insertInto("voucher_shares")
      .values({ voucher_id: voucherId, email: email.toLowerCase(), at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { kind: "saved" };
  });
}

/** From then on they can't use it any more. What they used stays used. */
export async function unshareCourse(
  app: AppContext,
  actor: Actor,
  { voucherId, email }: { voucherId: string; email: string },
): Promise<ShareOutcome> {
  return change(app, actor, { voucherId, action: "course.unshare" }, async (tx) => {
    const one = tx.deleteFrom("voucher_shares").where("voucher_id", "=", voucherId).where("email", "=", email);
    await one.execute();
    return { kind: "saved" };
  });
}

/** Whoever it stands to the name of changes a course, and who takes payments for its seller. */
async function change(
  app: AppContext,
  actor: Actor,
  { voucherId, action }: { voucherId: string; action: string },
  body: (tx: Tx) => Promise<ShareOutcome>,
): Promise<ShareOutcome> {
  return app.db.kysely.transaction().execute(async (tx): Promise<ShareOutcome> => {
    // Two presses at once wait for each other.
    const same = tx.updateTable("sellers").set((row) => ({ id: row.ref("id") }));
    const known = await getVoucher(tx, voucherId);
    if (known?.kind !== "course" || known.clientId === null) return { kind: "not-found" };
    const isTheirs =
      actor.kind === "client"
        ? (await listVouchers(tx, { usableBy: { userId: actor.userId } })).some(
            ({ id, owner }) => id === voucherId && owner === null,
          )
        : mayWith(actor, ["change", "payments"], await ownerOf(tx, known.sellerId));
    if (!isTheirs) return { kind: "not-found" };
    await same.where("id", "=", known.sellerId).execute();
    const outcome = await body(tx);
    const line = { at: app.clock.now(), actor: actorName(actor), action, subject: { kind: "voucher", id: voucherId } };
    if (outcome.kind === "saved") await writeAudit(tx, line);
    return outcome;
  });
}

/** With whom these courses are shared, oldest first. */
export async function listShares(
  db: Queries,
  voucherIds: readonly string[],
): Promise<{ voucherId: string; email: string }[]> {
  if (voucherIds.length === 0) return [];
  const rows = await db
    .selectFrom("voucher_shares")
    .select(["voucher_id", "email"])
    .where("voucher_id", "in", [...voucherIds])
    .orderBy("at")
    .orderBy("email")
    .execute();
  return rows.map(({ voucher_id, email }) => ({ voucherId: voucher_id, email }));
}

export type OwnCourse = Voucher & { sharedWith: string[] };

/** The courses that stand to the name of whoever is signed in, and those that others share with them. */
export async function listOwnCourses(db: Queries, userId: string): Promise<OwnCourse[]> {
  const all = await listVouchers(db, { usableBy: { userId } });
  const courses = all.filter(({ kind }) => kind === "course");
  const own = courses.filter(({ owner }) => owner === null).map(({ id }) => id);
  const shares = await listShares(db, own);
  return courses.map((course) => ({
    ...course,
    sharedWith: shares.flatMap(({ voucherId, email }) => (voucherId === course.id ? email : [])),
  }));
}

/** Takes an erased person out: with whom they shared, and what was shared with them. */
export async function forgetShares(
  tx: Tx,
  { clientId, addresses }: { clientId: string; addresses: readonly string[] },
): Promise<void> {
  const own = tx.selectFrom("vouchers").select("id").where("client_id", "=", clientId);
  await tx.deleteFrom("voucher_shares").where("voucher_id", "in", own).execute();
  if (addresses.length === 0) return;
  await tx
    .deleteFrom("voucher_shares")
    .where("email", "in", [...addresses])
    .execute();
}
