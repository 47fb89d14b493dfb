import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { nudgeAccount } from "#app/payments/online/payouts.server.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { hasTillAt, listSigningTills } from "#app/payments/online/tills.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

type Notice = { body: Uint8Array; headers: Headers };
/** `not-found`: nothing that concerns us; it is not sent again. */
export type NoticeOutcome = { kind: "off" | "unsigned" | "not-found" | "repeated" | "received" };

const noticeShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string().min(1).max(255) }) }),
});

// They are answered within a second: what takes longer is asked again by the job.
const READ_LIMITS = { ms: 800 };

/** What Stripe reports by itself. It only says where to look: how the page stands is read from Stripe. */
export async function receiveStripeNotice(app: AppContext, { body, headers }: Notice): Promise<NoticeOutcome> {
  const tills = await listSigningTills(app, "stripe");
  if (tills.length === 0) return { kind: "off" };
  const signed = signatureFrom(headers);
  const now = app.clock.now();
  const sender = tills.find(({ signingKey }) => isSigned({ key: signingKey, ...signed, body, now }));
  if (!sender) return { kind: "unsigned" };
  const read = noticeShape.safeParse(jsonOf(body));
  if (read.success && /^(payout|charge\.dispute)\./.test(read.data.type)) {
    await nudgeAccount(app, sender.sellerId);
    return { kind: "received" };
  }
  if (!read.success || !read.data.type.startsWith("checkout.session.")) return { kind: "not-found" };
  const { id, data } = read.data;
  const noted = await app.db.kysely.transaction().execute(async (tx) => {
    const page = await tx
      .selectFrom("pay_pages")
      .select("id")
      .where("session", "=", data.object.id)
      .where("seller_id", "=", sender.sellerId)
      .executeTakeFirst();
    if (!page) return "not-found";
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("hook_events")
      .values({ adapter: "stripe", id: hashOf(id), at: now })
      .onConflict((conflict) => conflict.columns(["adapter", "id"]).doNothing())
      .executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) !== 1) return "repeated";
    const due = tx.updateTable("pay_pages").set({ check_at: now }).where("id", "=", page.id);
    await due.where("check_at", "is not", null).execute();
    return { pageId: page.id };
  });
  if (typeof noted === "string") return { kind: noted };
  await settlePage(app, noted.pageId, { limits: READ_LIMITS });
  return { kind: "received" };
}

const sumupId = z.string().min(1).max(255);
/** Of a page, or of a card reader's payment. */
const sumupShape = z.union([
  z
    .object({ payload: z.object({ client_transaction_id: sumupId }) })
    .transform(({ payload }) => payload.client_transaction_id),
  z.object({ id: sumupId }).transform(({ id }) => id),
]);
// Anyone could send it: each only asks SumUp how one page stands.
const OF_PAGE = { limit: 30, windowSeconds: 3600 };

/** What SumUp reports by itself, without a signature. It only says where to look, as Stripe's. */
export async function receiveSumupNotice(app: AppContext, { body }: Notice): Promise<NoticeOutcome> {
  const db = app.db.kysely;
  if (!(await hasTillAt(db, "sumup"))) return { kind: "off" };
  const read = sumupShape.safeParse(jsonOf(body));
  const page =
    read.success &&
    (await db
      .selectFrom("pay_pages")
      .select("id")
      .where("session", "=", read.data)
      .where("provider", "=", "sumup")
      // A reader may have taken the card just as it was stopped.
      .where((one) => one.or([one("check_at", "is not", null), one("reader_id", "is not", null)]))
      .where("state", "in", ["open", "expired"])
      .executeTakeFirst());
  if (!page) return { kind: "not-found" };
  const limit = await consumeRateLimit(app, { key: `sumup-notice:${page.id}`, ...OF_PAGE });
  if (limit.kind === "limited") return { kind: "repeated" };
  const due = db.updateTable("pay_pages").set({ check_at: app.clock.now() }).where("id", "=", page.id);
  await due.where("state", "in", ["open", "expired"]).execute();
  await settlePage(app, page.id, { limits: READ_LIMITS });
  return { kind: "received" };
}

/** `t=1795208400,v1=a62c…`, with a signature for each secret while one is replaced. */
function signatureFrom(headers: Headers): { timestamp: number; signatures: string[] } {
  const pairs = (headers.get("stripe-signature") ?? "").split(",").map((pair) => pair.trim().split("="));
  const timestamp = pairs.find(([name]) => name === "t")?.[1];
  const signatures = pairs.flatMap(([name, value]) => (name === "v1" && value ? [value] : []));
  return { timestamp: timestamp ? Number(timestamp) : Number.NaN, signatures };
}

const TOLERANCE_MS = 300_000;

type Signed = { key: string; timestamp: number; signatures: readonly string[]; body: Uint8Array; now: number };

/** Whether `key` signed `<timestamp>.<body>` (HMAC-SHA256, hex) within five minutes of now, before or after. */
function isSigned({ key, timestamp, signatures, body, now }: Signed): boolean {
  if (key === "" || !Number.isInteger(timestamp) || Math.abs(now - timestamp * 1000) > TOLERANCE_MS) return false;
  const expected = createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
  return signatures.some(
    (signature) => /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(expected, Buffer.from(signature, "hex")),
  );
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
