import { z } from "zod";
import { addAdapter, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { type Mode, PROVIDERS, type Provider, type ProviderName } from "#app/payments/online/provider.ts";
import { stripeOf } from "#app/payments/online/stripe.gateway.server.ts";
import { type SumupKeys, sumupOf } from "#app/payments/online/sumup.gateway.server.ts";
import { listSales, mayShareTakings } from "#app/payments/sellers.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { STRIPE_API, SUMUP_API } from "#app/platform/config.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { type Cell, readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import type { Outgoing } from "#app/platform/outbound/send-out.server.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

type Row = LedgerTables["tills"];

const cellOf = (column: "key" | "signing_key", sellerId: string): Cell => ({ table: "tills", column, row: sellerId });

/** As it was copied, without the blanks around it. Empty keeps the stored one. */
const pasted = (pattern: RegExp, words: string) =>
  z
    .string()
    .default("")
    .transform((typed) => typed.trim())
    .refine((typed) => typed === "" || pattern.test(typed), words);

const KEYS = {
  stripe: pasted(
    /^(sk|rk)_(test|live)_[A-Za-z0-9]{8,240}$/,
    "Copy the secret key again: it begins with sk_ or rk_, and is one line without blanks",
  ),
  sumup: pasted(
    /^sup_sk_[A-Za-z0-9]{8,240}$/,
    "Copy the API key again: it begins with sup_sk_, and is one line without blanks",
  ),
};

/** `hasKey`: one of this provider is stored. */
export function tillForm({ hasKey, name }: { hasKey: boolean; name: ProviderName }) {
  const what = name === "stripe" ? "the secret key" : "the API key";
  return z.object({
    key: KEYS[name].refine((typed) => typed !== "" || hasKey, `Enter ${what}`),
    merchant: pasted(
      /^[A-Za-z0-9]{4,20}$/,
      "Copy the merchant code again: it has letters and numbers only, like MH4H92C7",
    ).refine((typed) => name !== "sumup" || typed !== "", "Enter the merchant code"),
    signingKey: pasted(
      /^whsec_[\x21-\x7e]{8,240}$/,
      "Copy the signing secret again: it begins with whsec_, and is one line without blanks",
    ),
  });
}

export type TypedTill = z.output<ReturnType<typeof tillForm>>;

/** What a page may show of a till: nothing that is sealed. */
export type TillView = {
  sellerId: string;
  sellerName: string;
  therapistId: string | null;
  isOn: boolean;
  /** Null: nothing is stored. */
  provider: ProviderName | null;
  merchant: string;
  mode: Mode | null;
  hasSigningKey: boolean;
  readerName: string | null;
  /** The key is stored, and this machine's own key does not open it. */
  isShut: boolean;
};

/** Null: no such seller, or not theirs to see. The practice's is the owners'; a therapist's their own. */
export async function viewTill(app: AppContext, actor: Actor, sellerId: string): Promise<TillView | null> {
  const db = app.db.kysely;
  const { settings } = await readPractice(app);
  const seller = settings.payments.on ? await sellerFor(db, actor, sellerId) : null;
  if (!seller) return null;
  const row = await getRow(db, sellerId);
  return {
    ...{ sellerId, sellerName: seller.legal_name || "This seller", therapistId: seller.therapist_id },
    isOn: row?.is_on === 1,
    ...{ provider: row?.provider ?? null, merchant: row?.merchant ?? "" },
    mode: row?.mode ?? null,
    hasSigningKey: Boolean(row?.signing_key),
    readerName: row?.reader_name ?? null,
    isShut: row !== null && keysOf(app, row) === null,
  };
}

async function sellerFor(db: Queries, actor: Actor, sellerId: string) {
  const seller = await db.selectFrom("sellers").selectAll().where("id", "=", sellerId).executeTakeFirst();
  return seller && (await looksAfter(db, actor, seller)) ? seller : null;
}

/** Whether a seller's account is theirs to see: the practice's is the owners', a therapist's their own. */
export async function looksAfter(
  db: Queries,
  actor: Actor,
  { id, therapist_id }: { id: string; therapist_id: string | null },
): Promise<boolean> {
  if (id === PRACTICE_SELLER || therapist_id === null) return may(actor, "change", "settings");
  const [sales] = await listSales(db, therapist_id);
  return sales !== undefined && mayShareTakings(actor, sales);
}

async function getRow(db: Queries, sellerId: string): Promise<Row | null> {
  return (await db.selectFrom("tills").selectAll().where("seller_id", "=", sellerId).executeTakeFirst()) ?? null;
}

/** Null: this machine's key opens them no more. */
function keysOf(app: AppContext, row: Row): { key: string; signingKey: string } | null {
  const sealing = readSealingKey(app.config);
  const key = sealing && unseal(sealing, cellOf("key", row.seller_id), row.key);
  const signingKey =
    sealing && row.signing_key ? unseal(sealing, cellOf("signing_key", row.seller_id), row.signing_key) : "";
  return key && signingKey !== null ? { key, signingKey } : null;
}

export type OpenTill = {
  sellerId: string;
  isOn: boolean;
  mode: Mode;
  name: ProviderName;
  provider: Provider;
  signingKey: string;
};

/** A seller's provider with its key opened; also one that is switched off, as what was begun there is still read. */
export async function openTill(
  app: AppContext,
  db: Queries,
  { sellerId, limits = {} }: { sellerId: string; limits?: Outgoing["limits"] },
): Promise<OpenTill | null> {
  const row = await getRow(db, sellerId);
  return row && opened(app, row, limits);
}

function opened(app: AppContext, row: Row, limits: Outgoing["limits"] = {}): OpenTill | null {
  const keys = keysOf(app, row);
  if (!keys) return null;
  return {
    ...{ sellerId: row.seller_id, isOn: row.is_on === 1, mode: row.mode, name: row.provider },
    provider: providerOf(app, { name: row.provider, key: keys.key, merchant: row.merchant ?? "" }, limits),
    signingKey: keys.signingKey,
  };
}

type Account = SumupKeys & { name: ProviderName };

function providerOf(app: AppContext, { name, ...keys }: Account, limits: Outgoing["limits"] = {}): Provider {
  return name === "sumup" ? sumupOf(app, keys, limits) : stripeOf(app, keys.key, limits);
}

/** Those whose provider may send notices. */
export async function listSigningTills(app: AppContext, name: ProviderName): Promise<OpenTill[]> {
  const rows = await app.db.kysely
    .selectFrom("tills")
    .selectAll()
    .where("provider", "=", name)
    .where("signing_key", "<>", "")
    .execute();
  return rows.flatMap((row) => opened(app, row) ?? []);
}

/** Whether a link may be made for this seller. */
export async function hasTill(db: Queries, sellerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("tills")
    .select("is_on")
    .where("seller_id", "=", sellerId)
    .where("is_on", "=", 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes other presses for a seller wait: an update that changes nothing locks the row on either engine. */
export async function lockTill(tx: Tx, sellerId: string): Promise<{ reader_id: string | null } | undefined> {
  const same = tx.updateTable("tills").set((one) => ({ is_on: one.ref("is_on") }));
  return same.where("seller_id", "=", sellerId).returning("reader_id").executeTakeFirst();
}

/** Whether one of a seller's is switched on: notices without a signature are worth a look. */
export async function hasTillAt(db: Queries, name: ProviderName): Promise<boolean> {
  const row = db.selectFrom("tills").select("seller_id").where("provider", "=", name);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Whose key it is decides where money goes: owners hear of each change (decisions/0325). */
type NotifyOwners = (tx: Tx, notice: { actor: Actor; change: "online-payments"; now: number }) => Promise<unknown>;

type ChangedTill =
  | { kind: "saved" }
  | { kind: "unconfirmed" }
  /** What was begun at the provider before has not ended, or the new one can't be asked. */
  | { kind: "conflict"; message: string }
  | { kind: "not-found" };

type Typed = Omit<TypedTill, "merchant"> & { merchant?: string };
type Saving = { sellerId: string; name?: ProviderName; typed: Typed; notifyOwners: NotifyOwners };

/** Stores what was pasted, and switches payments by link on. */
export async function saveTill(
  app: AppContext,
  actor: Actor,
  { sellerId, name = "stripe", typed, notifyOwners }: Saving,
): Promise<ChangedTill> {
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const sealing = readOrMakeSealingKey(app.config);
  const mode = typed.key ? await modeOf(app, { name, key: typed.key, merchant: typed.merchant ?? "" }) : null;
  if (mode !== null && typeof mode !== "string") return mode;
  return changeTill(app, actor, { sellerId, action: "on", name, notifyOwners }, (stored, now) => ({
    ...{ seller_id: sellerId, provider: name, is_on: 1, updated_at: now },
    merchant: typed.merchant || null,
    // What was pasted is tried anew.
    ...{
      failing_since: null,
      stopped_at: null,
      try_at: null,
      payouts_at: null,
      payouts_words: null,
      disputes_words: null,
    },
    // A reader is of one provider's account.
    reader_id: stored?.provider === name ? stored.reader_id : null,
    reader_name: stored?.provider === name ? stored.reader_name : null,
    mode: mode ?? stored?.mode ?? "test",
    key: typed.key ? seal(sealing, cellOf("key", sellerId), typed.key) : (stored?.key ?? ""),
    signing_key: typed.signingKey
      ? seal(sealing, cellOf("signing_key", sellerId), typed.signingKey)
      : stored?.provider === name
        ? stored.signing_key
        : "",
  }));
}

/** No link is made or paid any more. The keys stay, as what was begun is read, and refunds go out. */
export function switchTillOff(
  app: AppContext,
  actor: Actor,
  { sellerId, notifyOwners }: { sellerId: string; notifyOwners: NotifyOwners },
): Promise<ChangedTill> {
  return changeTill(app, actor, { sellerId, action: "off", notifyOwners }, (stored, now) =>
    stored ? { ...stored, is_on: 0, updated_at: now } : null,
  );
}

type Changing = { sellerId: string; action: "on" | "off"; name?: ProviderName; notifyOwners: NotifyOwners };

async function changeTill(
  app: AppContext,
  actor: Actor,
  { sellerId, action, name, notifyOwners }: Changing,
  next: (stored: Row | null, now: number) => Row | null,
): Promise<ChangedTill> {
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const outcome = await change(app, actor, ["change", "sellers"], async ({ tx, now, noted }): Promise<ChangedTill> => {
    const { payments } = (await readPractice(app, tx)).settings;
    if (!payments.on || !(await sellerFor(tx, actor, sellerId))) return { kind: "not-found" };
    const stored = await getRow(tx, sellerId);
    if (stored && name && stored.provider !== name && (await isUnderWay(tx, sellerId))) {
      const message = `A payment or refund at ${PROVIDERS[stored.provider]} is still under way. Try again once it is done.`;
      return { kind: "conflict", message };
    }
    const row = next(stored, now);
    if (!row) return { kind: "not-found" };
    const { seller_id: _id, ...values } = row;
    await tx
      .insertInto("tills")
      .values(row)
      .onConflict((conflict) => conflict.column("seller_id").doUpdateSet(values))
      .execute();
    const on = await tx.selectFrom("tills").select("seller_id").where("is_on", "=", 1).executeTakeFirst();
    await writeSetting(tx, { key: "payments", value: { ...payments, online: on !== undefined }, now });
    for (const one of Object.keys(PROVIDERS) as ProviderName[]) await noteConnection(tx, one, now);
    await noted("setting.change", { kind: "setting", id: "payments" }, { online: action, seller: sellerId });
    await notifyOwners(tx, { actor, change: "online-payments", now });
    return { kind: "saved" };
  });
  if (outcome.kind === "forbidden") return { kind: "not-found" };
  return outcome;
}

async function noteConnection(tx: Tx, name: ProviderName, now: number): Promise<void> {
  const on = tx.selectFrom("tills").select("seller_id").where("is_on", "=", 1).where("provider", "=", name);
  await removeAdapter(tx, name);
  if (await on.executeTakeFirst()) await addAdapter(tx, name, now);
}

/** Its key would be gone while something can only be read, or given back, with it. */
async function isUnderWay(tx: Tx, sellerId: string): Promise<boolean> {
  const page = tx.selectFrom("pay_pages").select("id").where("seller_id", "=", sellerId);
  if (await page.where("check_at", "is not", null).executeTakeFirst()) return true;
  const refund = tx
    .selectFrom("online_refunds")
    .innerJoin("pay_pages", "pay_pages.id", "online_refunds.page_id")
    .select("online_refunds.id")
    .where("pay_pages.seller_id", "=", sellerId)
    .where("online_refunds.state", "=", "due");
  return (await refund.executeTakeFirst()) !== undefined;
}

/** A key of SumUp does not tell whether money moves: its account does. */
async function modeOf(
  app: AppContext,
  { name, ...keys }: Account,
): Promise<Mode | { kind: "conflict"; message: string }> {
  if (name === "stripe") {
    if (app.config.stripeApiUrl !== STRIPE_API) return "pretend";
    return keys.key.includes("_live_") ? "live" : "test";
  }
  const sandbox = await sumupOf(app, keys).isSandbox();
  if (sandbox.kind === "fault") return { kind: "conflict", message: sandbox.fault.words };
  if (app.config.sumupApiUrl !== SUMUP_API) return "pretend";
  return sandbox.value ? "test" : "live";
}

export type TriedTill =
  | { kind: "works" }
  | { kind: "failed"; words: string }
  | { kind: "limited" }
  | { kind: "not-found" };

const TRIES = { limit: 20, windowSeconds: 3600 };
const HOUR_MS = 3_600_000;

/** Opens a page for a pound at the provider and closes it again: as typed, or else as stored. Saves nothing. */
export async function tryTill(
  app: AppContext,
  actor: Actor,
  {
    sellerId,
    name = "stripe",
    key,
    merchant = "",
  }: { sellerId: string; name?: ProviderName; key: string; merchant?: string },
): Promise<TriedTill> {
  if (!(await viewTill(app, actor, sellerId))) return { kind: "not-found" };
  const limit = { key: `till-try:${sellerId}`, ...TRIES };
  if ((await consumeRateLimit(app, limit)).kind === "limited") return { kind: "limited" };
  const row = await getRow(app.db.kysely, sellerId);
  const secret = key || (row?.provider === name ? keysOf(app, row)?.key : null);
  if (!secret) return { kind: "failed", words: "There is no key that could be tried. Paste it below." };
  const provider = providerOf(app, { name, key: secret, merchant: merchant || (row?.merchant ?? "") });
  const backUrl = app.config.publicUrl;
  const page = { id: newId(), pence: 100, words: "A test of the key", email: null, backUrl };
  const outcome = await provider.open({ ...page, until: app.clock.now() + HOUR_MS });
  if (outcome.kind === "fault") return { kind: "failed", words: outcome.fault.words };
  const closed = await provider.expire(outcome.value.session);
  return closed.kind === "fault" ? { kind: "failed", words: closed.fault.words } : { kind: "works" };
}
