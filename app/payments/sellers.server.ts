import { z } from "zod";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { optionalText } from "#app/platform/form-schemas.ts";
import { partyOf } from "#app/settings/schemas/legal.ts";
import { listSettings, writeSetting } from "#app/settings/settings.db.server.ts";

export type Seller = LedgerTables["sellers"];

const STANDARD_RATE = 2000;

export const sellerForm = z.object({
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
});

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
    const { payments, business, bookingRules } = await listSettings(tx, app.log);
    await writeSetting(tx, { key: "payments", value: { on, since: payments.since ?? (on ? now : null) }, now });
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
