import { href, Link } from "react-router";
import { OWED_FILE } from "#app/payments/accountant-files.ts";
import { type Liability, totalOf } from "#app/payments/shop/liability.server.ts";
import { listVouchersFor } from "#app/payments/shop/read-shop.server.ts";
import { endingFrom, leftInWords, stateInWords, voucherName } from "#app/payments/shop/vouchers.ts";
import { addDays, dateWords, dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { isMonth } from "#app/platform/form-schemas.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Field, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/vouchers.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const query = new URL(request.url).searchParams;
  const typed = query.get("q") ?? "";
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const [typedMonth, thisMonth] = [query.get("month") ?? "", today.slice(0, 7)];
  const month = isMonth(typedMonth) && typedMonth < thisMonth ? typedMonth : thisMonth;
  const listed = await listVouchersFor(app, actor, { ending: endingFrom(typed), month });
  if (!listed) throw refusedAs("not-found");
  const sellerName = (id: string) => (listed.sellers.size > 1 ? (listed.sellers.get(id) ?? null) : null);
  const owed = listed.liabilities.map((one) => ({
    ...{ ...one, key: `${one.sellerId} ${one.kind}`, seller: sellerName(one.sellerId) },
    name: one.kind === "course" ? "Courses" : "Vouchers",
  }));
  return {
    typed: typed.slice(0, 20),
    ...{ month, thisMonth },
    owed: owed.length < 2 ? owed : [...owed, { ...totalOf(owed), key: "total", seller: null, name: "In total" }],
    files: [...new Set(owed.map(({ sellerId }) => sellerId))].map((id) => ({ id, name: sellerName(id) })),
    more: listed.more,
    leftPence: listed.leftPence,
    sells: listed.sells,
    rows: listed.vouchers.map((one) => ({
      ...{ id: one.id, name: voucherName(one), left: leftInWords(one), client: one.client, clientId: one.clientId },
      buyer: one.buyer ?? null,
      state: stateInWords(one, today),
      until: dayInWords(one.expiresOn, { year: true }),
      seller: sellerName(one.sellerId),
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

type Owed = Route.ComponentProps["loaderData"]["owed"][number];

const amount = (title: string, part: keyof Liability): Column<Owed> => ({
  title,
  cell: (row) => <span className="figures">{priceInFull(row[part])}</span>,
});

const OWED_COLUMNS: Column<Owed>[] = [
  { title: "Kind", place: "lead", cell: ({ name, seller }) => [name, seller].filter(Boolean).join(", ") },
  amount("At the start", "openingPence"),
  amount("Sold", "soldPence"),
  amount("Spent", "spentPence"),
  amount("Returned", "returnedPence"),
  amount("Expired", "expiredPence"),
  { ...amount("At the end", "closingPence"), place: "aside" },
  { title: "Changes", place: "line", className: "min-[800px]:hidden", cell: changesInWords },
];

function changesInWords({ openingPence, ...row }: Owed): string {
  const changes = [
    row.soldPence !== 0 && `${priceInFull(row.soldPence)} sold`,
    row.spentPence !== 0 && `${priceInFull(row.spentPence)} spent`,
    row.returnedPence !== 0 && `${priceInFull(row.returnedPence)} returned`,
    row.expiredPence !== 0 && `${priceInFull(row.expiredPence)} expired`,
  ];
  return [`${priceInFull(openingPence)} at the start`, ...changes.filter(Boolean)].join(", ");
}

/** What clients have paid for and not used: the practice owes it. */
function StillOwed({ month, thisMonth, owed, files }: Route.ComponentProps["loaderData"]) {
  const can = useMay();
  const other = (by: number) => `?month=${addDays(`${month}-15`, by * 30).slice(0, 7)}#owed`;
  const name = dateWords(`${month}-01`, "en-GB", { month: "long", year: "numeric" });
  const file = (id: string) => `${href("/admin/money/export.csv")}?file=${OWED_FILE}&month=${month}&seller=${id}`;
  return (
    <section aria-labelledby="owed" className="mt-8 border-t border-line pt-6">
      <h2 id="owed" className="text-lg">
        What you owe
      </h2>
      <p className="mb-3 text-ink-soft">
        {name}
        {month === thisMonth && " so far"}. Clients have paid for this and not used it yet. Sold includes what you
        brought over.
      </p>
      <DataTable caption={`Owed in ${name}`} columns={OWED_COLUMNS} rows={owed} keyOf={({ key }) => key} />
      <div className="mt-3 flex flex-wrap gap-3">
        <LinkButton to={other(-1)} look="outline" size="small">
          Month before
        </LinkButton>
        {month < thisMonth && (
          <LinkButton to={other(1)} look="outline" size="small">
            Month after
          </LinkButton>
        )}
        {can("export", "payments") &&
          files.map(({ id, name: seller }) => (
            <a key={id} href={file(id)} download className="prose-link inline-flex min-h-11 items-center">
              Each voucher and course (CSV){seller && `, ${seller}`}
            </a>
          ))}
      </div>
    </section>
  );
}

export default function Vouchers({ loaderData }: Route.ComponentProps) {
  const { rows, typed, more, leftPence, sells, owed } = loaderData;
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
      {owed.length > 0 && <StillOwed {...loaderData} />}
    </>
  );
}
