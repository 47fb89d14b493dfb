import { Form, href, Link } from "react-router";
import { FILES, MOST_IN_FILE, SALES_FILE, taxYearOf } from "#app/payments/accountant-files.ts";
import { countInvoices, listExportedSellers, listTakenDays } from "#app/payments/export-payments.server.ts";
import { dateWords, dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/accountant.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on) throw refusedAs("not-found");
  const db = app.db.kysely;
  const sellers = await listExportedSellers(db, actorOf(context));
  const query = new URL(request.url).searchParams;
  const seller = query.has("seller") ? sellers.find(({ id }) => id === query.get("seller")) : sellers[0];
  if (!seller) throw refusedAs("not-found");
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const year = taxYearOf(today);
  const quarter = year.findLast(({ from }) => from <= today);
  const typed = [query.get("from"), query.get("to")] as const;
  const isRead = isLocalDate(typed[0]) && isLocalDate(typed[1]) && typed[0] <= typed[1];
  const [from, to] = isRead ? (typed as [string, string]) : [quarter?.from ?? today, today];
  const first = year[0]?.from ?? today;
  const sellerId = seller.id;
  const days = await listTakenDays(db, { sellerId, from: from < first ? from : first, to: to > today ? to : today });
  const within = (begin: string, end: string) => totalsOf(days.filter(({ day }) => day >= begin && day <= end));
  return {
    sellers,
    seller,
    from,
    to,
    isWrong: !isRead && (typed[0] !== null || typed[1] !== null),
    taken: within(from, to),
    invoices: await countInvoices(db, { sellerId, from, to }),
    // A quarter's update to HMRC covers the tax year up to its last day.
    quarters: year
      .filter((one) => one.from <= today)
      .map((one) => ({ ...one, own: within(one.from, one.to), whole: within(first, one.to) })),
  };
}

type Totals = { count: number; pence: number; turnoverPence: number };

function totalsOf(days: readonly { count: number; pence: number; tipPence: number }[]): Totals {
  const none = { count: 0, pence: 0, turnoverPence: 0 };
  return days.reduce(
    (all, { count, pence, tipPence }) => ({
      count: all.count + count,
      pence: all.pence + pence,
      turnoverPence: all.turnoverPence + pence - tipPence,
    }),
    none,
  );
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "For the accountant");

type Quarter = Route.ComponentProps["loaderData"]["quarters"][number] & { address: string };

const COLUMNS: Column<Quarter>[] = [
  {
    title: "Quarter",
    place: "lead",
    cell: ({ from, to, address }) => (
      <Link to={address} className="prose-link inline-flex min-h-11 items-center">
        {shortDay(from)} to {shortDay(to)}
      </Link>
    ),
  },
  {
    title: "Received",
    place: "aside",
    cell: ({ own }) => <span className="figures">{priceInFull(own.turnoverPence)}</span>,
  },
  {
    title: "Since 6 April",
    place: "under",
    cell: ({ whole }) => (
      <>
        <span className="figures">{priceInFull(whole.turnoverPence)}</span>
        <span> since 6 April</span>
      </>
    ),
  },
];

const shortDay = (day: string) => dateWords(day, "en-GB", { day: "numeric", month: "short", year: "numeric" });

const SYSTEMS: Record<(typeof FILES)[number] | typeof SALES_FILE, { name: string; about: string }> = {
  ledger: {
    name: "Plain ledger",
    about: "For a spreadsheet: date, reference, method, amount, tip, turnover and seller.",
  },
  freeagent: { name: "FreeAgent", about: "A bank statement. Upload it to the account that takes the money." },
  xero: { name: "Xero, bank statement", about: "Import it as a statement of the account that takes the money." },
  [SALES_FILE]: {
    name: "Xero, sales",
    about: "Invoices of what was sold. Choose “Tax inclusive” when you import them.",
  },
  quickbooks: { name: "QuickBooks", about: "A bank upload with three columns. References are letters only." },
};

export default function Accountant({ loaderData }: Route.ComponentProps) {
  const { sellers, seller, from, to, isWrong, taken, invoices, quarters } = loaderData;
  const can = useMay();
  const of = seller.therapistId === null ? "" : `&seller=${seller.id}`;
  const rows = quarters.map((one) => ({ ...one, address: `?from=${one.from}&to=${one.to}${of}` }));
  return (
    <div className="max-w-3xl">
      {can("see", "closings") && <BackLink to={href("/admin/money")}>Money</BackLink>}
      <PageHeading title="For the accountant" intro="Payments as files, without clients’ names." />
      {sellers.length > 1 && (
        <nav aria-label="Seller" className="mb-6 flex flex-wrap gap-x-5">
          {sellers.map(({ id, name }) => (
            <Link
              key={id}
              to={`?from=${from}&to=${to}&seller=${id}`}
              aria-current={id === seller.id ? "page" : undefined}
              className="prose-link inline-flex min-h-11 items-center aria-[current]:font-[650] aria-[current]:no-underline"
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <section aria-labelledby="quarters">
        <h2 id="quarters" className="text-lg">
          This tax year
        </h2>
        <p className="mb-3 text-ink-soft">Money received, without tips. We send nothing to HMRC.</p>
        <DataTable caption="Tax quarters" columns={COLUMNS} rows={rows} keyOf={(one) => one.from} />
      </section>
      <section aria-labelledby="files" className="mt-8 border-t border-line pt-6">
        <h2 id="files" className="mb-3 text-lg">
          Files
        </h2>
        {isWrong && (
          <Notice tone="warning" live className="mb-4">
            Choose a first day that is not after the last day.
          </Notice>
        )}
        <Form
          method="get"
          role="search"
          aria-label="Days to download"
          className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
        >
          {of && <input type="hidden" name="seller" value={seller.id} />}
          <Field key={`from ${from}`} label="First day" type="date" name="from" defaultValue={from} />
          <Field key={`to ${to}`} label="Last day" type="date" name="to" defaultValue={to} />
          <Button look="outline">Show</Button>
        </Form>
        <p className="mt-4">
          {taken.count === 1 ? "1 payment" : `${taken.count} payments`}, {priceInFull(taken.pence)} with tips, from{" "}
          {dayInWords(from, { year: true })} to {dayInWords(to, { year: true })}. A payment has the same reference in
          every file, so your accountant’s system can tell if a file was imported before.
        </p>
        <ul className="mt-2">
          {([...FILES.slice(0, 3), SALES_FILE, ...FILES.slice(3)] as const).map((file) => (
            <li key={file} className="border-b border-line py-3">
              <p className="font-[650]">{SYSTEMS[file].name}</p>
              <p className="text-sm text-ink-soft">{SYSTEMS[file].about}</p>
              <p className="flex flex-wrap gap-x-5">
                {splitFile(file === SALES_FILE ? invoices : taken.count, MOST_IN_FILE[file]).map(
                  (part, _at, { length }) => (
                    <a
                      key={part}
                      href={`${href("/admin/money/export.csv")}?file=${file}&from=${from}&to=${to}${of}${length > 1 ? `&part=${part}` : ""}`}
                      className="prose-link inline-flex min-h-11 items-center"
                    >
                      {length > 1 ? `Download part ${part} of ${length}` : "Download"}
                      <span className="sr-only"> for {SYSTEMS[file].name}</span>
                    </a>
                  ),
                )}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The parts of a file, from 1: a system takes only so many lines at once. */
function splitFile(count: number, most: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(count / most)) }, (_, at) => at + 1);
}
