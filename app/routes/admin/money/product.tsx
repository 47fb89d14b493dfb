import { useState } from "react";
import { href } from "react-router";
import { listSellersFor } from "#app/payments/sellers.server.ts";
import { getProduct, productForm, productFormOf, saveProduct } from "#app/payments/shop/products.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Field, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/product.ts";

const NEW = "new";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { settings, services } = await readPractice(app);
  if (!settings.payments.on) throw refusedAs("not-found");
  const db = app.db.kysely;
  const product = params.id === NEW ? null : await getProduct(db, params.id);
  if (params.id !== NEW && !product) throw refusedAs("not-found");
  const sellers = await listSellersFor(db, actor, ["see", "closings"]);
  const isRegistered = sellers.some((one) => one.isRegistered);
  return {
    title: product?.title ?? "New product or course",
    isNew: product === null,
    isRegistered,
    stored: fieldsOf(product ? productFormOf(product) : { kind: "product", onSale: true }),
    version: product?.version ?? 0,
    sellers: product ? [] : sellers.map(({ id, name }) => ({ id, name })),
    services: services.map(({ id, title }) => ({ id, title })),
    usual: { here: settings.moneyRules.voucherMonths, online: settings.voucherShop.courseMonths },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const sent = await sentTo(request);
  const read = readFields(productForm, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  const id = params.id === NEW ? null : params.id;
  const outcome = await saveProduct(app, actorOf(context), { id, version: sent.version, value: read.value });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind === "saved") throw saved(href("/admin/settings/payments/products"));
  if (!outcome.current) throw refusedAs("not-found");
  return stale(sent, { theirs: productFormOf(outcome.current), version: outcome.current.version });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, at.loaderData?.title ?? "Product");

const LABELS = {
  kind: "What it is",
  title: "Name",
  price: "Price in pounds",
  vat: "VAT",
  stock: "How many are in stock (optional)",
  sessions: "How many sessions",
  serviceId: "For which service",
  months: "How many months it pays (optional)",
  onSale: "On sale",
  sellerId: "Sold by",
};

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, isNew, isRegistered, sellers, services, usual, ...form } = loaderData;
  const [kind, setKind] = useState(actionData?.typed.kind ?? form.stored.kind ?? "product");
  const isCourse = kind === "course";
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/payments/products")}>Products and courses</BackLink>
      <PageHeading title={title} intro="What was sold before keeps its price." />
      <EditForm {...form} reply={actionData} labels={LABELS}>
        {({ field, tick }) => (
          <div className="space-y-4">
            <Select label={LABELS.kind} {...field("kind")} onChange={({ target }) => setKind(target.value)}>
              <option value="product">Product</option>
              <option value="course">Course of several sessions, paid ahead</option>
            </Select>
            {isNew && sellers.length > 1 && (
              <Select label={LABELS.sellerId} hint="It stays theirs." {...field("sellerId")}>
                {sellers.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            <Field label={LABELS.title} {...field("title")} maxLength={80} />
            <Field label={LABELS.price} inputMode="decimal" {...field("price")} />
            {isCourse ? (
              <>
                <Field label={LABELS.sessions} inputMode="numeric" {...field("sessions")} />
                <Select label={LABELS.serviceId} hint="Each session pays for one appointment." {...field("serviceId")}>
                  <option value="">Any service</option>
                  {services.map(({ id, title: service }) => (
                    <option key={id} value={id}>
                      {service}
                    </option>
                  ))}
                </Select>
                <Field
                  label={LABELS.months}
                  hint={`Leave blank for ${usual.here} months at the desk and ${usual.online} on the website.`}
                  inputMode="numeric"
                  {...field("months")}
                />
              </>
            ) : (
              <>
                {isRegistered && (
                  <Select label={LABELS.vat} hint="Counts while its seller is registered." {...field("vat")}>
                    <option value="">As the seller’s other sales</option>
                    <option value="2000">20%</option>
                    <option value="500">5%</option>
                    <option value="0">0%</option>
                  </Select>
                )}
                <Field
                  label={LABELS.stock}
                  hint="Each sale counts it down. Leave blank if you don’t count."
                  inputMode="numeric"
                  {...field("stock")}
                />
              </>
            )}
            {!isNew && (
              <TickBox {...tick("onSale")} hint="Clear this to take it off the list. What was sold stays.">
                {LABELS.onSale}
              </TickBox>
            )}
          </div>
        )}
      </EditForm>
    </div>
  );
}
