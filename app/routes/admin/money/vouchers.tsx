import { href, Link } from "react-router";
import { listVouchersFor } from "#app/payments/shop/read-shop.server.ts";
import { endingFrom, leftInWords, stateInWords, voucherName } from "#app/payments/shop/vouchers.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/vouchers.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  const listed = await listVouchersFor(app, actor, { ending: endingFrom(typed) });
  if (!listed) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  return {
    typed: typed.slice(0, 20),
    more: listed.more,
    leftPence: listed.leftPence,
    sells: listed.sells,
    rows: listed.vouchers.map((one) => ({
      ...{ id: one.id, name: voucherName(one), left: leftInWords(one), client: one.client, clientId: one.clientId },
      buyer: one.buyer ?? null,
      state: stateInWords(one, today),
      until: dayInWords(one.expiresOn, { year: true }),
      seller: listed.sellers.size > 1 ? (listed.sellers.get(one.sellerId) ?? null) : null,
    })),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Vouchers and courses");

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const soldInWords = (buyer: string | null) =>
  buyer === null ? "Sold at the desk" : `Bought online${buyer && ` by ${buyer}`}`;

const COLUMNS: Column<Row>[] = [
  {
    title: "Voucher or course",
    place: "lead",
    cell: ({ id, name }) => (
      <Link
        to={href("/admin/money/vouchers/:id", { id })}
        className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
      >
        {name}
      </Link>
    ),
  },
  { title: "Left", place: "aside", cell: ({ left }) => <span className="figures">{left}</span> },
  {
    title: "Client",
    place: "under",
    cell: ({ client, buyer, seller }) => [client ?? soldInWords(buyer), seller].filter(Boolean).join(", "),
  },
  { title: "Last day", cell: ({ until }) => until },
  { title: "State", place: "tag", cell: ({ state }) => state },
];

export default function Vouchers({ loaderData: { rows, typed, more, leftPence, sells } }: Route.ComponentProps) {
  const can = useMay();
  return (
    <>
      {can("see", "closings") && <BackLink to={href("/admin/money")}>Money</BackLink>}
      <PageHeading title="Vouchers and courses" intro={`${priceInFull(leftPence)} sold and not used yet.`}>
        {sells && (
          <LinkButton to={href("/admin/money/sell")} size="small">
            Sell a voucher
          </LinkButton>
        )}
      </PageHeading>
      <FilterForm label="Search vouchers" className="mb-6 max-w-md">
        <Field name="q" type="search" label="Search" hint="The last 4 characters of a code" defaultValue={typed} />
      </FilterForm>
      {rows.length === 0 ? (
        <p>{typed ? "No voucher’s code ends like this." : "None yet. Sold vouchers and courses appear here."}</p>
      ) : (
        <DataTable caption="Vouchers and courses" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
      {more && <p className="mt-4">These are the latest. Search for an older one.</p>}
    </>
  );
}
