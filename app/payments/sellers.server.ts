import { z } from "zod";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { type CommissionRates, MONEY_ERROR, parseMoney } from "#app/payments/money.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { optionalText } from "#app/platform/form-schemas.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, may, mayWith, ownTherapistOf, scopeFor, type Verb } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { partyOf } from "#app/settings/schemas/legal.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

export type Seller = LedgerTables["sellers"];

const STANDARD_RATE = 2000;

const sellerFields = {
  legalName: optionalText("the name", 120),
  address: optionalText("the address", 400),
  receiptPrefix: optionalText("the letters", 4)
    .transform((typed) => typed.toUpperCase())
    .refine((letters) => /^[A-Z]{0,4}$/.test(letters), "Enter up to four letters, A to Z"),
  vatNumber: optionalText("the VAT number", 20).refine(
    (typed) => typed === "" || /^(GB)?\s?\d{3}\s?\d{4}\s?\d{2}(\s?\d{3})?$/i.test(typed),
    "Enter a VAT number, like GB 123 4567 89",
  ),
  bankDetails: optionalText("the bank details", 200),
};

export const sellerForm = z.object(sellerFields);

/** What is asked of each therapist. The fields of a seller count while their treatments are sales of their own. */
export const salesForm = z.object({
  sale: z.enum(["", "practice", "therapist"], { error: "Choose whose sale it is" }).default(""),
  ...sellerFields,
  ownerSees: z.enum(["everything", "totals", "nothing"], { error: "Choose what the owner sees" }).default("nothing"),
  qualification: optionalText("the qualification", 120),
  register: optionalText("the register", 120),
  registerNumber: optionalText("the register number", 40),
  commission: percent().default(null),
  commissionFor: z.record(z.string().max(80), percent()).default({}).transform(withoutEmpty),
  rent: optionalText("the rent", 12)
    .default("")
    .transform((typed, typing) => {
      const pence = typed === "" ? null : parseMoney(typed);
      if (typed !== "" && pence === null) typing.addIssue({ code: "custom", message: MONEY_ERROR });
      return pence;
    }),
});

/** A share as typed, `40` or `42.5`, in hundredths of a percent; null: none. */
function percent() {
  return optionalText("the percentage", 8).transform((typed, typing) => {
    const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s?%?$/.exec(typed.trim());
    const rate = match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
    const isRefused = typed.trim() !== "" && (rate === null || rate > 100_00);
    if (isRefused) typing.addIssue({ code: "custom", message: "Enter a percentage from 0 to 100, like 40 or 42.5." });
    return rate;
  });
}

function withoutEmpty(rates: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(Object.entries(rates).flatMap(([id, rate]) => (rate === null ? [] : [[id, rate]])));
}

export function sellerFormOf({ legal_name, address, receipt_prefix, vat_number, bank_details }: Seller): object {
  return {
    ...{ legalName: legal_name, address, receiptPrefix: receipt_prefix, vatNumber: vat_number },
    bankDetails: bank_details,
  };
}

/** Null: the practice never took payments. */
export async function getPracticeSeller(db: Queries): Promise<Seller | null> {
  return (await db.selectFrom("sellers").selectAll().where("id", "=", PRACTICE_SELLER).executeTakeFirst()) ?? null;
}

/** Switched on for the first time, the practice becomes the first seller, with what it has said of itself. */
export async function switchPayments(
  app: AppContext,
  actor: Actor,
  on: boolean,
): Promise<{ kind: "changed" | "forbidden" }> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
    const { payments, business, bookingRules } = (await readPractice(app, tx)).settings;
    await writeSetting(tx, {
      key: "payments",
      value: { ...payments, on, since: payments.since ?? (on ? now : null) },
      now,
    });
    const { street, locality, town, postcode } = business.address;
    const seller = {
      id: PRACTICE_SELLER,
      therapist_id: null,
      legal_name: partyOf(business) || business.name,
      address: [street, locality, `${town} ${postcode}`.trim()].filter(Boolean).join("\n"),
      bank_details: "",
      vat_number: business.legal.vat,
      vat_rate: business.legal.vat === "" ? null : STANDARD_RATE,
      receipt_prefix: bookingRules.referencePrefix,
      owner_sees: "everything",
      version: 1,
      updated_at: now,
    };
    if (on) {
      await tx
        .insertInto("sellers")
        .values(seller)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    }
    await noted("setting.change", { kind: "setting", id: "payments" }, { payments: on ? "on" : "off" });
    return { kind: "changed" as const };
  });
}

/** Whether services have a VAT rate to choose. Not a statement while no payments are taken. */
export async function chargesVat(app: AppContext): Promise<boolean> {
  if (!(await readPractice(app)).settings.payments.on) return false;
  const registered = app.db.kysely.selectFrom("sellers").select("id").where("vat_rate", "is not", null).limit(1);
  return (await registered.executeTakeFirst()) !== undefined;
}

type SaveOutcome = { kind: "saved" } | { kind: "conflict"; current: Seller | null } | { kind: "forbidden" };

/** What stands on receipts from now on; those that were issued stay as they are. */
export async function savePracticeSeller(
  app: AppContext,
  actor: Actor,
  { version, value }: { version: number; value: z.output<typeof sellerForm> },
): Promise<SaveOutcome> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }): Promise<SaveOutcome> => {
    const { numUpdatedRows } = await tx
      .updateTable("sellers")
      .set({
        legal_name: value.legalName,
        address: value.address,
        receipt_prefix: value.receiptPrefix,
        vat_number: value.vatNumber,
        vat_rate: value.vatNumber === "" ? null : STANDARD_RATE,
        bank_details: value.bankDetails,
        version: version + 1,
        updated_at: now,
      })
      .where("id", "=", PRACTICE_SELLER)
      .where("version", "=", version)
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) return { kind: "conflict", current: await getPracticeSeller(tx) };
    await noted("setting.change", { kind: "setting", id: "payments" }, { version: version + 1 });
    return { kind: "saved" };
  });
}

/** A therapist's answers. `seller` null: their treatments were never sales of their own. */
export type Sales = {
  therapistId: string;
  name: string;
  sale: "practice" | "therapist" | null;
  seller: Seller | null;
  qualification: string;
  register: string;
  registerNumber: string;
  /** Hundredths of a percent of what their clients pay; by service where that differs. */
  commission: CommissionRates;
  /** A month, of those who sell their treatments themselves. */
  rentPence: number | null;
  version: number;
  /** Signs in themselves, and so decides alone what the owners see. */
  signsIn: boolean;
};

/** Those who can be booked, and whoever was a seller before; with `therapistId` that one alone. */
export async function listSales(db: Queries, therapistId?: string): Promise<Sales[]> {
  const rows = await db
    .selectFrom("therapists")
    .leftJoin("therapist_sales", "therapist_sales.therapist_id", "therapists.id")
    .leftJoin("sellers", "sellers.therapist_id", "therapists.id")
    .select(["therapists.id as therapist", "therapists.name", "therapist_sales.sale"])
    .select(["therapist_sales.qualification", "therapist_sales.register", "therapist_sales.register_number"])
    .select(["therapist_sales.commission", "therapist_sales.commissions", "therapist_sales.rent_pence"])
    .select(["therapist_sales.version as answered", "sellers.id", "sellers.therapist_id", "sellers.legal_name"])
    .select(["sellers.address", "sellers.bank_details", "sellers.vat_number", "sellers.vat_rate"])
    .select(["sellers.receipt_prefix", "sellers.owner_sees", "sellers.version", "sellers.updated_at"])
    .select((one) =>
      one
        .selectFrom("staff")
        .select((all) => all.fn.countAll<number>().as("people"))
        .whereRef("staff.therapist_id", "=", "therapists.id")
        .where("staff.state", "=", "active")
        .as("people"),
    )
    .where((one) =>
      therapistId === undefined
        ? one.or([one("therapists.active", "=", 1), one("sellers.id", "is not", null)])
        : one("therapists.id", "=", therapistId),
    )
    .orderBy("therapists.position")
    .orderBy("therapists.id")
    .execute();
  return rows.map(({ therapist, name, sale, answered, people, qualification, register, register_number, ...row }) => {
    const { commission, commissions, rent_pence, ...seller } = row;
    return {
      therapistId: therapist,
      name,
      sale: sale === "practice" || sale === "therapist" ? sale : seller.id === null ? null : "therapist",
      seller: seller.id === null ? null : (seller as Seller),
      qualification: qualification ?? "",
      register: register ?? "",
      registerNumber: register_number ?? "",
      commission: { rate: commission, services: JSON.parse(commissions ?? "{}") as Record<string, number> },
      rentPence: rent_pence,
      version: answered ?? 0,
      signsIn: Number(people) > 0,
    };
  });
}

export function salesFormOf({ sale, seller, qualification, register, registerNumber, ...more }: Sales): object {
  const empty = { legalName: "", address: "", receiptPrefix: "", vatNumber: "", bankDetails: "" };
  return {
    ...{ sale: sale ?? "", ...(seller ? sellerFormOf(seller) : empty) },
    ...{ ownerSees: seller?.owner_sees ?? "nothing", qualification, register, registerNumber },
    commission: more.commission.rate === null ? "" : String(more.commission.rate / 100),
    commissionFor: Object.fromEntries(Object.entries(more.commission.services).map(([id, rate]) => [id, rate / 100])),
    rent: more.rentPence === null ? "" : (more.rentPence / 100).toFixed(2),
  };
}

/** Who may say it: the therapist about their own money, an owner for whoever doesn't sign in. */
export function mayShareTakings(actor: Actor, { therapistId, signsIn }: Pick<Sales, "therapistId" | "signsIn">) {
  return ownTherapistOf(actor) === therapistId || (may(actor, "change", "settings") && !signsIn);
}

type SalesOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; errors: Record<string, string> }
  | { kind: "conflict"; current: Sales }
  | { kind: "not-found" };

/** Whose sale it is, an owner says; the rest also the therapist themselves. What was taken before stays with its seller. */
export async function saveSales(
  app: AppContext,
  actor: Actor,
  { therapistId, version, value }: { therapistId: string; version: number; value: z.output<typeof salesForm> },
): Promise<SalesOutcome> {
  if (!mayWith(actor, ["change", "sellers"], therapistId)) return { kind: "not-found" };
  const outcome = await change(app, actor, ["change", "sellers"], async ({ tx, now, noted }): Promise<SalesOutcome> => {
    const [current] = await listSales(tx, therapistId);
    if (!current) return { kind: "not-found" };
    const decides = scopeFor(actor, "change", "sellers") === "all";
    const sale = decides ? value.sale || null : current.sale;
    if (decides && sale === null) return { kind: "invalid", errors: { sale: "Choose whose sale it is" } };
    const { qualification, register } = value;
    const pay = decides
      ? {
          ...{ commission: value.commission, commissions: JSON.stringify(value.commissionFor) },
          rent_pence: value.rent,
        }
      : {};
    const row = { sale, qualification, register, register_number: value.registerNumber, ...pay };
    const isKnown = version === current.version;
    if (!isKnown || !(await writeSales(tx, { therapistId, version, row, now }))) return { kind: "conflict", current };
    const ownerSees = mayShareTakings(actor, current) ? value.ownerSees : (current.seller?.owner_sees ?? "nothing");
    if (sale === "therapist") await writeSeller(tx, { current, value, ownerSees, now });
    await noted("setting.change", { kind: "setting", id: "payments" }, { therapist: therapistId, sale: sale ?? "" });
    return { kind: "saved" };
  });
  return outcome.kind === "forbidden" ? { kind: "not-found" } : outcome;
}

type SalesRow = { therapistId: string; version: number; row: Partial<LedgerTables["therapist_sales"]>; now: number };

async function writeSales(tx: Tx, { therapistId, version, row, now }: SalesRow): Promise<boolean> {
  const answers = { sale: null, qualification: "", register: "", register_number: "" };
  const values = { ...answers, ...row, updated_at: now };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("therapist_sales")
    .values({ commission: null, commissions: "{}", rent_pence: null, ...values, therapist_id: therapistId, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column("therapist_id")
        .doUpdateSet({ ...values, version: version + 1 })
        .where("therapist_sales.version", "=", version),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

type SellerRow = { current: Sales; value: z.output<typeof salesForm>; ownerSees: string; now: number };

async function writeSeller(tx: Tx, { current, value, ownerSees, now }: SellerRow): Promise<void> {
  const values = {
    legal_name: value.legalName,
    address: value.address,
    receipt_prefix: value.receiptPrefix,
    vat_number: value.vatNumber,
    vat_rate: value.vatNumber === "" ? null : STANDARD_RATE,
    bank_details: value.bankDetails,
    owner_sees: ownerSees,
    version: (current.seller?.version ?? 0) + 1,
    updated_at: now,
  };
  await tx
    .insertInto("sellers")
    .values({ ...values, id: newId(), therapist_id: current.therapistId })
    .onConflict((conflict) => conflict.column("therapist_id").doUpdateSet(values))
    .execute();
}

/** A seller with how much of its takings somebody sees. */
export type SeenSeller = {
  id: string;
  name: string;
  therapistId: string | null;
  isRegistered: boolean;
  sees: "everything" | "totals";
};

/**
 * The sellers whose closings, or whose payments, the actor may see, close or export, the practice first: their own as a
 * whole, another's as that one allows.
 */
export async function listSellersFor(
  db: Queries,
  actor: Actor,
  [verb, noun]: readonly [Verb, "closings" | "payments"],
): Promise<SeenSeller[]> {
  if (scopeFor(actor, verb, noun) === null) return [];
  const rows = await db
    .selectFrom("sellers")
    .leftJoin("therapists", "therapists.id", "sellers.therapist_id")
    .select(["sellers.id", "sellers.legal_name", "sellers.therapist_id", "sellers.owner_sees", "therapists.name"])
    .select("sellers.vat_rate")
    .orderBy("therapists.position")
    .orderBy("sellers.id")
    .execute();
  return rows
    .flatMap(({ id, legal_name, therapist_id: therapistId, owner_sees, name, vat_rate }) => {
      const sees = takingsSeen(actor, [verb, noun], { therapistId, ownerSees: owner_sees });
      return sees ? [{ id, name: name ?? legal_name, therapistId, isRegistered: vat_rate !== null, sees }] : [];
    })
    .sort((one, other) => Number(other.id === PRACTICE_SELLER) - Number(one.id === PRACTICE_SELLER));
}

/** How much of a seller's takings the actor sees; null: nothing. */
export function takingsSeen(
  actor: Actor,
  [verb, noun]: readonly [Verb, "closings" | "payments"],
  { therapistId, ownerSees }: { therapistId: string | null; ownerSees: string },
): "everything" | "totals" | null {
  const scope = scopeFor(actor, verb, noun);
  if (scope === null) return null;
  if (therapistId !== null && ownTherapistOf(actor) === therapistId) return "everything";
  if (scope !== "all") return null;
  if (therapistId === null || !("userId" in actor) || ownerSees === "everything") return "everything";
  return ownerSees === "totals" ? "totals" : null;
}
