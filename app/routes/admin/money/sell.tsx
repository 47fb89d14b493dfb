import { useState } from "react";
import { data, Form, href, Link } from "react-router";
import { chosenIn, QUANTITY_ERROR } from "#app/payments/checkout.form.ts";
import { METHODS, MONEY_ERROR, methodName, parseMoney, TAKEN_METHODS } from "#app/payments/money.ts";
import { getCounter } from "#app/payments/shop/read-shop.server.ts";
import { type Sale, sell } from "#app/payments/shop/sell.server.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import type { Fields, FormReply } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { chosenPence, ProductFields } from "#app/routes/admin/money/shop-fields.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/sell.ts";

const HERE = () => href("/admin/money/sell");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const query = new URL(request.url).searchParams;
  const counter = await getCounter(app, actor, { sellerId: query.get("seller"), clientId: query.get("client") });
  if (!counter) throw refusedAs("not-found");
  const { products, ...rest } = counter;
  const offered = products.map(({ id, kind, title, pence, stock }) => ({ id, kind, title, pence, stock }));
  return { ...rest, products: offered, pressKey: newId(), setsVat: may(actor, "change", "settings") };
}

type Sold = { saleId: string; codes: { title: string; code: string; expiresOn: string }[]; again: boolean };
type Reply = FormReply<{ sold?: Sold }>;

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields } = await sentTo(request);
  const query = new URL(request.url).searchParams;
  const answer = (reply: Omit<Reply, "typed">, status: number) => data<Reply>({ ...reply, typed: fields }, { status });
  const read = saleFrom(fields);
  if (read.kind === "invalid") return answer({ errors: read.errors }, 422);
  const selling = { sellerId: fields.seller ?? "", clientId: query.get("client"), key: fields.key ?? "" };
  const outcome = await sell(app, actor, { ...selling, sale: read.sale });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") return answer({ conflict: outcome.message }, 409);
  if (outcome.kind === "invalid") return answer({ errors: outcome.errors }, 422);
  const { saleId, codes, again } = outcome;
  // A redirect would put the code into an address, or lose it: this answer alone shows it.
  return data<Reply>({ sold: { saleId, codes, again }, typed: {} });
}

function saleFrom(fields: Fields): { kind: "valid"; sale: Sale } | { kind: "invalid"; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const products = chosenIn(fields);
  const voucherPence = (fields.voucher ?? "").trim() === "" ? 0 : parseMoney(fields.voucher ?? "");
  const method = METHODS.find((one) => one === fields.pay);
  const seenPence = /^\d{1,9}$/.test(fields.seen ?? "") ? Number(fields.seen) : -1;
  if (products === null) errors.product = QUANTITY_ERROR;
  if (voucherPence === null) errors.voucher = MONEY_ERROR;
  if (!method) errors.amount = "Choose how it is paid.";
  if (products === null || voucherPence === null || !method) return { kind: "invalid", errors };
  const lines = seenPence > 0 ? [{ method, pence: seenPence }] : [];
  const kind = (["single", "multi"] as const).find((one) => one === fields.vatKind);
  const vat = kind ? { kind, note: fields.vatNote ?? "" } : null;
  return { kind: "valid", sale: { products, voucherPence, lines, vat, seenPence } };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Sell");

export default function Sell({ loaderData, actionData }: Route.ComponentProps) {
  const { sellers, sellerId, client } = loaderData;
  const can = useMay();
  const sold = actionData?.sold;
  const to = (seller: string) => {
    const query = new URLSearchParams({ seller, ...(client ? { client: client.id } : {}) });
    return `${HERE()}?${query}`;
  };
  return (
    <div className="max-w-2xl">
      {client ? (
        <BackLink to={href("/admin/clients/:id/money", { id: client.id })}>Account</BackLink>
      ) : (
        can("see", "closings") && <BackLink to={href("/admin/money")}>Money</BackLink>
      )}
      <PageHeading
        title={client ? `Sell to ${client.name}` : "Sell"}
        intro="Products, vouchers and courses, paid in full and without an appointment."
      />
      {sold ? (
        <JustSold {...sold} more={client ? `${HERE()}?client=${client.id}` : HERE()} />
      ) : (
        <>
          {sellers.length > 1 && (
            <nav aria-label="Seller" className="mb-6 flex flex-wrap gap-x-5">
              {sellers.map(({ id, name }) => (
                <Link
                  key={id}
                  to={to(id)}
                  aria-current={id === sellerId ? "page" : undefined}
                  className="prose-link inline-flex min-h-11 items-center aria-[current]:font-[650] aria-[current]:no-underline"
                >
                  {name}
                </Link>
              ))}
            </nav>
          )}
          {actionData?.conflict && (
            <Notice tone="warning" live className="mb-4">
              {actionData.conflict}
            </Notice>
          )}
          {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
          <SaleForm key={sellerId} {...loaderData} typed={actionData?.typed ?? {}} errors={actionData?.errors ?? {}} />
        </>
      )}
    </div>
  );
}

function JustSold({ saleId, codes, again, more }: Sold & { more: string }) {
  return (
    <div className="space-y-4">
      {codes.map(({ title, code, expiresOn }) => (
        <section key={code} aria-labelledby="code" className="rounded-md border border-edge p-4">
          <h2 id="code" className="text-lg">
            {title}
          </h2>
          <p className="figures mt-2 text-2xl font-[650] wrap-anywhere">{code}</p>
          <p className="mt-2">
            Write it on the voucher now: the code is shown only once. It is valid until{" "}
            {dayInWords(expiresOn, { year: true })}. See what is left at <code>/vouchers/balance</code> of your site.
          </p>
        </section>
      ))}
      <Notice tone="success" live>
        {again ? "This was sold before. A voucher’s code was shown then." : "Sold and paid."}
      </Notice>
      <p className="flex flex-wrap gap-2">
        <LinkButton to={href("/admin/money/sales/:id", { id: saleId })}>See the sale</LinkButton>
        <LinkButton to={more} look="outline" reloadDocument>
          Sell something else
        </LinkButton>
      </p>
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function SaleForm({
  products,
  sellerId,
  client,
  vatKind,
  setsVat,
  pressKey: sentKey,
  typed,
  errors,
}: Loaded & Required<Pick<Reply, "typed" | "errors">>) {
  const [fields, setFields] = useState<Fields>(typed);
  const goods = products.filter(({ kind }) => kind === "product");
  const courses = products.filter(({ kind }) => kind === "course");
  const voucherPence = parseMoney(fields.voucher ?? "") ?? 0;
  const toPay = chosenPence(products, fields) + voucherPence;
  return (
    <Form
      method="post"
      className="space-y-6"
      onChange={({ target }) => {
        const { name, value } = target as unknown as { name: string; value: string };
        setFields((before) => ({ ...before, [name]: value }));
      }}
    >
      <input type="hidden" name="key" value={sentKey} />
      <input type="hidden" name="seller" value={sellerId} />
      <input type="hidden" name="seen" value={toPay} />
      {goods.length > 0 && (
        <fieldset className="space-y-3">
          <legend className="mb-2 text-lg font-[650]">Products</legend>
          <ProductFields products={goods} typed={typed} />
        </fieldset>
      )}
      {courses.length > 0 && (
        <fieldset className="space-y-3">
          <legend className="mb-2 text-lg font-[650]">Courses</legend>
          {client ? (
            <ProductFields products={courses} typed={typed} />
          ) : (
            <p>
              A course is in a client’s name.{" "}
              <Link to={href("/admin/clients")} className="prose-link">
                Choose the client
              </Link>
              , then “Sell a course or voucher”.
            </p>
          )}
        </fieldset>
      )}
      <fieldset className="space-y-3">
        <legend className="mb-2 text-lg font-[650]">Voucher</legend>
        <Field
          label="Worth in pounds"
          hint="We show its code once it is paid."
          name="voucher"
          inputMode="decimal"
          defaultValue={typed.voucher ?? ""}
          error={errors.voucher}
        />
        {vatKind !== "none" && (
          <p>
            {vatKind === "single"
              ? "VAT is due now: everything the voucher can buy has one rate."
              : "VAT is due when the voucher is spent: what it can buy has more than one rate."}
          </p>
        )}
        {vatKind !== "none" && setsVat && (
          <details className="border-t border-line">
            <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              Set the VAT yourself
            </summary>
            <div className="space-y-3 pb-4">
              <Select label="VAT is due" name="vatKind" defaultValue={typed.vatKind ?? ""}>
                <option value="">As computed</option>
                <option value="single">Now</option>
                <option value="multi">When it is spent</option>
              </Select>
              <Field label="Reason" name="vatNote" id="reason" maxLength={200} defaultValue={typed.vatNote ?? ""} />
            </div>
          </details>
        )}
      </fieldset>
      <p aria-live="polite" className="figures flex justify-between border-t-2 border-ink pt-3 text-xl font-[650]">
        <span>To pay</span>
        <span>{priceInFull(toPay)}</span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        {TAKEN_METHODS.map((method) => (
          <Button key={method} name="pay" value={method} look="outline">
            {methodName(method)}
          </Button>
        ))}
        {client && client.creditPence > 0 && (
          <Button name="pay" value="credit" look="outline" className="col-span-2">
            From credit of {priceInFull(client.creditPence)}
          </Button>
        )}
      </div>
    </Form>
  );
}
