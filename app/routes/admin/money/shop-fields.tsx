import { chosenIn } from "#app/payments/checkout.form.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { Field } from "#app/ui/controls.tsx";

type Offered = { id: string; title: string; pence: number; stock: number | null };

/** How many of each are sold; those that are out of stock can't be chosen. */
export function ProductFields({ products, typed }: { products: readonly Offered[]; typed: Fields }) {
  return products.map(({ id, title, pence, stock }) => (
    <Field
      key={id}
      name={`product.${id}`}
      label={`${title}, ${priceInFull(pence)}`}
      hint={stock === null ? undefined : stock > 0 ? `${stock} in stock` : "Out of stock"}
      inputMode="numeric"
      maxLength={2}
      placeholder="0"
      defaultValue={typed[`product.${id}`] ?? ""}
      disabled={stock !== null && stock <= 0}
    />
  ));
}

/** What those that were typed cost; what can't be read costs nothing until it is sent. */
export function chosenPence(products: readonly Offered[], fields: Fields): number {
  const priceOf = (productId: string) => products.find(({ id }) => id === productId)?.pence ?? 0;
  return (chosenIn(fields) ?? []).reduce((all, { productId, quantity }) => all + priceOf(productId) * quantity, 0);
}
