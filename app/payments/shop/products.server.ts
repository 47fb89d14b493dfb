import { z } from "zod";
import { sellerRate } from "#app/payments/bills.db.server.ts";
import { PRACTICE_SELLER, record } from "#app/payments/ledger.server.ts";
import { parseMoney, type Taking, type TakingErrors } from "#app/payments/money.ts";
import type { Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { optionalText, requiredText, tickBox } from "#app/platform/form-schemas.ts";
import { newId } from "#app/platform/ids.server.ts";
import { PRICE_ERROR } from "#app/platform/money-words.ts";
import type { Actor } from "#app/platform/permissions.ts";

/** What is sold beside treatments. Pence; `stock` null: not counted; `serviceId` null: a course for any service;
 * `months` null: a course pays as long as the settings say. */
export type Product = {
  id: string;
  sellerId: string;
  kind: "product" | "course";
  title: string;
  pence: number;
  vatRate: number | null;
  stock: number | null;
  sessions: number | null;
  serviceId: string | null;
  months: number | null;
  onSale: boolean;
  version: number;
};

const MOST_MONTHS = 60;

const wholeOrBlank = (what: string, most: number) =>
  optionalText(what, 6)
    .refine(
      (typed) => typed === "" || (/^\d{1,5}$/.test(typed) && Number(typed) <= most),
      `Enter ${what}: 0 to ${most}`,
    )
    .transform((typed) => (typed === "" ? null : Number(typed)));

export const productForm = z
  .object({
    /** Whose sale it is; it stays theirs. */
    sellerId: optionalText("the seller", 80).default(PRACTICE_SELLER),
    kind: z.enum(["product", "course"], { error: "Choose what it is" }).default("product"),
    title: requiredText("the name", 80),
    price: z
      .string({ error: PRICE_ERROR })
      .transform((typed) => parseMoney(typed))
      .refine((pence) => pence !== null && pence > 0, "Enter a price in pounds, like 9 or 9.50, up to £10,000."),
    vat: z.enum(["", "2000", "500", "0"], { error: "Choose the VAT" }).default(""),
    stock: wholeOrBlank("how many there are", 10_000),
    sessions: wholeOrBlank("the number of sessions", 50),
    serviceId: optionalText("the service", 80),
    months: wholeOrBlank("how many months it pays", MOST_MONTHS),
    onSale: tickBox(),
  })
  .refine(({ kind, sessions }) => kind === "product" || (sessions !== null && sessions > 0), {
    path: ["sessions"],
    message: "Enter the number of sessions: 1 to 50",
  })
  .refine(({ months }) => months !== 0, {
    path: ["months"],
    message: `Enter how many months it pays: 1 to ${MOST_MONTHS}, or leave it blank`,
  });

/** What a seller has on sale, by name; or `all`: everything that anyone has sold. */
export async function listProducts(db: Queries, which: { sellerId: string } | { all: true }): Promise<Product[]> {
  let query = db.selectFrom("products").selectAll().orderBy("title").orderBy("id");
  if ("sellerId" in which) query = query.where("seller_id", "=", which.sellerId).where("on_sale", "=", 1);
  return (await query.execute()).map(productFrom);
}

function productFrom(row: LedgerTables["products"]): Product {
  const { seller_id, updated_at: _at, vat_rate, service_id, on_sale, ...same } = row;
  return { ...same, sellerId: seller_id, vatRate: vat_rate, serviceId: service_id, onSale: on_sale === 1 };
}

export function productFormOf(product: Product): object {
  const { title, kind, serviceId, onSale } = product;
  const text = (number: number | null) => (number === null ? "" : String(number));
  const numbers = {
    vat: text(product.vatRate),
    stock: text(product.stock),
    sessions: text(product.sessions),
    months: text(product.months),
  };
  return { title, kind, ...numbers, price: (product.pence / 100).toFixed(2), serviceId: serviceId ?? "", onSale };
}

type SaveOutcome =
  | { kind: "saved" }
  | { kind: "conflict"; current: Product | null }
  | { kind: "invalid"; errors: Record<string, string> }
  | { kind: "forbidden" };

/** Adds a product or course to a seller's list (`id` null), or changes one. What was sold stays as it was. */
export async function saveProduct(
  app: AppContext,
  actor: Actor,
  { id, version, value }: { id: string | null; version: number; value: z.output<typeof productForm> },
): Promise<SaveOutcome> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }): Promise<SaveOutcome> => {
    const isCourse = value.kind === "course";
    if (value.serviceId !== "" && isCourse && !(await hasService(tx, value.serviceId))) {
      return { kind: "invalid", errors: { serviceId: "Choose a service again." } };
    }
    if (id === null && !(await hasSeller(tx, value.sellerId))) {
      return { kind: "invalid", errors: { sellerId: "Choose whose sale it is again." } };
    }
    const row = {
      kind: value.kind,
      title: value.title,
      pence: value.price ?? 0,
      vat_rate: isCourse || value.vat === "" ? null : Number(value.vat),
      stock: isCourse ? null : value.stock,
      sessions: isCourse ? value.sessions : null,
      service_id: isCourse && value.serviceId !== "" ? value.serviceId : null,
      months: isCourse ? value.months : null,
      on_sale: value.onSale ? 1 : 0,
      updated_at: now,
    };
    const subject = { kind: "product", id: id ?? newId() };
    if (id === null) {
      const added = { ...row, id: subject.id, seller_id: value.sellerId, version: 1, on_sale: 1 };
      await tx.insertInto("products").values(added).execute();
    } else {
      const { numUpdatedRows } = await tx
        .updateTable("products")
        .set({ ...row, version: version + 1 })
        .where("id", "=", id)
        .where("version", "=", version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) return { kind: "conflict", current: await getProduct(tx, id) };
    }
    await noted("product.save", subject, { title: value.title, pence: row.pence, stock: row.stock });
    return { kind: "saved" };
  });
}

async function hasSeller(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom("sellers").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

async function hasService(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom("services").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

export async function getProduct(db: Queries, id: string): Promise<Product | null> {
  const row = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? productFrom(row) : null;
}

/** A product with how many of it; `pence`: for all of them. */
export type ChosenProduct = Product & { quantity: number };

type Chosen =
  | { kind: "found"; chosen: ChosenProduct[] }
  | { kind: "invalid"; errors: TakingErrors }
  | { kind: "conflict"; message: string };

const MOST_OF_ONE = 99;

/** What was chosen of a seller's list, as it is now. A change of price meanwhile shows as a change of what is to pay. */
export async function readProducts(
  tx: Queries,
  { sellerId, chosen }: { sellerId: string; chosen: NonNullable<Taking["products"]> },
): Promise<Chosen> {
  if (chosen.length === 0) return { kind: "found", chosen: [] };
  const invalid = (product: string): Chosen => ({ kind: "invalid", errors: { product } });
  if (new Set(chosen.map(({ productId }) => productId)).size < chosen.length) return invalid("Choose each item once.");
  const products = await listProducts(tx, { sellerId });
  const rate = await sellerRate(tx, sellerId);
  const found: ChosenProduct[] = [];
  for (const { productId, quantity } of chosen) {
    const product = products.find(({ id }) => id === productId);
    if (!product) return { kind: "conflict", message: "An item is no longer on sale. Choose again." };
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > MOST_OF_ONE)
      return invalid(`Enter how many: 1 to ${MOST_OF_ONE}.`);
    if (product.stock !== null && product.stock < quantity)
      return { kind: "conflict", message: `${stockInWords(product.stock)} of ${product.title} in stock.` };
    // Without a registration no rate of a product counts.
    found.push({
      ...product,
      pence: product.pence * quantity,
      vatRate: rate === null ? null : product.vatRate,
      quantity,
    });
  }
  return { kind: "found", chosen: found };
}

const stockInWords = (stock: number) =>
  stock === 0 ? "None is left" : stock === 1 ? "1 is left" : `${stock} are left`;

export function productName({ title, quantity }: { title: string; quantity: number }): string {
  return quantity === 1 ? title : `${quantity} × ${title}`;
}

/** Writes that an item is so many of a product, and counts its stock down; negative: back. */
export async function addSoldProducts(
  { ledger, by, takingId }: Writing,
  { itemId, productId, quantity }: { itemId: string; productId: string; quantity: number },
): Promise<void> {
  const keys = { id: newId(), seller_id: ledger.sellerId, item_id: itemId, product_id: productId };
  await record(ledger, "sold_products", [{ ...keys, taking_id: takingId, quantity, ...by }]);
  await ledger.tx
    .updateTable("products")
    .set((row) => ({ stock: row("stock", "-", quantity) }))
    .where("id", "=", productId)
    .where("stock", "is not", null)
    .execute();
}

/** Puts what a taking sold back on the shelf. */
export async function returnSoldProducts(writing: Writing, takingId: string): Promise<void> {
  const sold = await writing.ledger.tx
    .selectFrom("sold_products")
    .select(["item_id", "product_id", "quantity"])
    .where("taking_id", "=", takingId)
    .orderBy("id")
    .execute();
  for (const { item_id, product_id, quantity } of sold) {
    await addSoldProducts(writing, { itemId: item_id, productId: product_id, quantity: -quantity });
  }
}
