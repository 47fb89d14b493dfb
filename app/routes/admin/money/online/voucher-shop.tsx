import { href } from "react-router";
import { listSellersFor } from "#app/payments/sellers.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { voucherShopForm, voucherShopFormOf } from "#app/settings/schemas/money-rules.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Field, Notice, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/voucher-shop.ts";

const page = (sellerIds: readonly string[]): SettingPage<"voucherShop", ReturnType<typeof voucherShopForm>> => ({
  key: "voucherShop",
  form: voucherShopForm({ sellerIds }),
  formOf: voucherShopFormOf,
  next: (stored, { least, most, ...value }) => ({
    ...stored,
    ...value,
    leastPence: least * 100,
    mostPence: most * 100,
  }),
  address: href("/admin/settings/payments/vouchers"),
});

async function readSellers({ context }: Pick<Route.LoaderArgs, "context">) {
  const app = appContextOf(context);
  const { payments, moneyRules } = (await readPractice(app)).settings;
  if (!payments.on) throw refusedAs("not-found");
  const rows = await app.db.kysely
    .selectFrom("sellers")
    .leftJoin("tills", (on) => on.onRef("tills.seller_id", "=", "sellers.id").on("is_on", "=", 1))
    .leftJoin("products", (on) =>
      on.onRef("products.seller_id", "=", "sellers.id").on("kind", "=", "course").on("on_sale", "=", 1),
    )
    .select(["sellers.id as sellerId", "tills.seller_id as till", "products.id", "products.title", "products.pence"])
    .orderBy("products.title")
    .execute();
  const online = new Set(rows.flatMap(({ till }) => till ?? []));
  const sellers = await listSellersFor(app.db.kysely, actorOf(context), ["see", "closings"]);
  const known = sellers.map(({ id, name }) => ({ id, name, isOnline: online.has(id) }));
  const courses = rows.flatMap(({ id, title, pence, sellerId }) => {
    const seller = known.length > 1 ? known.find((one) => one.id === sellerId)?.name : null;
    const words = [`${title}, ${priceInProse(pence ?? 0)}`, seller].filter(Boolean).join(", ");
    return id === null ? [] : { id, words };
  });
  return { known, courses, ids: [...online], months: moneyRules.voucherMonths };
}

export async function loader({ context }: Route.LoaderArgs) {
  const { known, courses, months } = await readSellers({ context });
  return { ...(await viewSetting(context, page([]))), sellers: known, courses, months };
}

export async function action(args: Route.ActionArgs) {
  const { ids } = await readSellers(args);
  return savedSetting(args, page(ids));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Vouchers on your website");

const LABELS = {
  on: "Sell gift vouchers on the website",
  sellerId: "Who sells them",
  least: "Least amount in pounds",
  most: "Largest amount in pounds",
  treatments: "Offer treatments at their price, too",
  courseMonths: "How many months a course from the website pays",
};

export default function VoucherShop({
  loaderData: { sellers, courses, months, ...form },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/payments/products")}>Products and courses</BackLink>
      <PageHeading
        title="Vouchers on your website"
        intro="Anyone can buy one by card, and we email it automatically."
      />
      <SavedNotice />
      {!sellers.some(({ isOnline }) => isOnline) && (
        <Notice tone="warning" className="mb-6">
          No seller is paid online yet. Switch that on under Payments online first.
        </Notice>
      )}
      <EditForm {...form} reply={actionData} labels={LABELS}>
        {({ field, tick }) => (
          <div className="space-y-4">
            <TickBox {...tick("on")} hint="The page is /vouchers, with a link at the foot of each page.">
              {LABELS.on}
            </TickBox>
            <Select
              label={LABELS.sellerId}
              hint="A voucher pays only for what its seller sells."
              {...field("sellerId")}
            >
              {sellers.map(({ id, name, isOnline }) => (
                <option key={id} value={id}>
                  {isOnline ? name : `${name}, not paid online`}
                </option>
              ))}
            </Select>
            <Field label={LABELS.least} inputMode="numeric" {...field("least")} />
            <Field label={LABELS.most} inputMode="numeric" {...field("most")} />
            <TickBox {...tick("treatments")} hint="Such a voucher is worth today’s price, and pays for anything.">
              {LABELS.treatments}
            </TickBox>
            {courses.length > 0 && (
              <fieldset>
                <legend className="mb-1 font-[650]">Courses to sell there, too</legend>
                <p className="text-sm text-ink-soft">Only those of the seller above are offered.</p>
                {courses.map(({ id, words }) => (
                  <TickBox key={id} {...tick(`courses.${id}`)}>
                    {words}
                  </TickBox>
                ))}
              </fieldset>
            )}
            {courses.length > 0 && (
              <Field
                label={LABELS.courseMonths}
                hint="A course can have a length of its own: change it under Products and courses."
                inputMode="numeric"
                {...field("courseMonths")}
              />
            )}
            <p className="text-ink-soft">
              Vouchers pay for {months} months. Change that under Fees and refunds. Buyers can return one within 14 days
              if none of it has been spent.
            </p>
          </div>
        )}
      </EditForm>
    </div>
  );
}
