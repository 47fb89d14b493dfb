import { href, Link } from "react-router";
import { listSellersFor } from "#app/payments/sellers.server.ts";
import { listProducts } from "#app/payments/shop/products.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/products.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const sellers = await listSellersFor(app.db.kysely, actor, ["see", "closings"]);
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const products = await listProducts(app.db.kysely, { all: true });
  return {
    rows: products.map(({ id, title, kind, pence, stock, sessions, onSale, sellerId }) => ({
      ...{ id, title, pence, onSale },
      seller: sellers.length > 1 ? (names.get(sellerId) ?? null) : null,
      what: kind === "course" ? `Course of ${sessions}` : stock === null ? "Product" : `Product, ${stock} in stock`,
    })),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Products and courses");

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Name",
    place: "lead",
    cell: ({ id, title }) => (
      <Link
        to={href("/admin/settings/payments/products/:id", { id })}
        className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
      >
        {title}
      </Link>
    ),
  },
  { title: "Price", place: "aside", cell: ({ pence }) => <span className="figures">{priceInFull(pence)}</span> },
  {
    title: "What it is",
    place: "under",
    cell: ({ what, seller }) => (seller ? `${what}, sold by ${seller}` : what),
  },
  { title: "On sale", place: "tag", cell: ({ onSale }) => (onSale ? "On sale" : "Not on sale") },
];

export default function Products({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/payments")}>Payments</BackLink>
      <PageHeading title="Products and courses" intro="What you sell at the desk beside treatments.">
        <LinkButton to={href("/admin/settings/payments/products/:id", { id: "new" })} size="small">
          Add product or course
        </LinkButton>
      </PageHeading>
      <SavedNotice />
      <p className="mb-6">
        <Link to={href("/admin/settings/payments/vouchers")} className="prose-link inline-flex min-h-11 items-center">
          Vouchers on your website
        </Link>
      </p>
      {rows.length === 0 ? (
        <p>Nothing yet. What you add here can be chosen in each checkout.</p>
      ) : (
        <DataTable caption="Products and courses" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
    </div>
  );
}
