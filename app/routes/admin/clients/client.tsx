import { href, Link } from "react-router";
import { priceInFull } from "#app/catalogue/price.ts";
import { getRecord } from "#app/client-records/get-client-record.server.ts";
import { choicesWithin } from "#app/diary/practice-choices.ts";
import { balanceOf } from "#app/payments/checkout.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { Alike } from "#app/routes/admin/clients/alike.tsx";
import { BookAgain } from "#app/routes/admin/clients/book-again.tsx";
import { Contact } from "#app/routes/admin/clients/contact.tsx";
import { HistoryTable } from "#app/routes/admin/clients/history-table.tsx";
import { Notes } from "#app/routes/admin/clients/notes.tsx";
import { Privacy } from "#app/routes/admin/clients/privacy.tsx";
import { shownRecord } from "#app/routes/admin/clients/shown-record.server.ts";
import { DetailsDifferenceNotice } from "#app/routes/admin/details-difference.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/client.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const record = await getRecord(app, actorOf(context), params.id);
  if (!record) throw new Response("There is no such client", { status: 404 });
  const { bookingRules } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  return {
    record: shownRecord(record, { zone, locale: requestInfoOf(context).locale, now: app.clock.now() }),
    balance: await balanceOf(app, actorOf(context), params.id),
    choices: choicesWithin(actorOf(context), await readPractice(app)),
    today: localDateOf(app.clock.now(), zone),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `${at.loaderData?.record.client.name ?? "Client"}`);

export default function ClientRecord({ loaderData }: Route.ComponentProps) {
  const { record, choices, today, balance } = loaderData;
  const can = useMay();
  const { client, erased, attendance, cancelled, since } = record;
  const summary = `${attendance}${cancelled > 0 ? `, ${cancelled} cancelled` : ""}. First booked ${since}.`;
  return (
    <>
      <BackLink to="/admin/clients">Clients</BackLink>
      <PageHeading title={client.name} intro={summary}>
        {!erased && <BookAgain record={record} choices={choices} today={today} />}
      </PageHeading>
      <SavedNotice />
      {record.differences.map(({ when, ...difference }) => (
        <DetailsDifferenceNotice key={difference.appointmentId} difference={difference} when={when} />
      ))}
      {erased ? (
        <Notice className="mb-8">
          This person’s data was erased on {erased}. Their bookings are kept without it, for the accounts.
        </Notice>
      ) : (
        <div className="mb-10 grid gap-10 lg:grid-cols-2">
          <Contact record={record} />
          {record.notes && <Notes clientId={client.id} notes={record.notes} />}
        </div>
      )}
      {balance && <Balance {...balance} />}
      <HistoryTable history={record.history} />
      {!erased && can("delete", "clients") && <Alike record={record} />}
      {!erased && can("delete", "clients") && <Privacy record={record} />}
    </>
  );
}

type BalanceProps = NonNullable<Route.ComponentProps["loaderData"]["balance"]>;

function Balance({ owedPence, creditPence, appointmentIds }: BalanceProps) {
  const [first] = appointmentIds;
  return (
    <section aria-labelledby="balance" className="mb-10">
      <h2 id="balance" className="text-xl">
        Balance
      </h2>
      <p className="figures mt-1">
        {owedPence > 0 ? `Owes ${priceInFull(owedPence)}` : "Owes nothing"}
        {creditPence > 0 && `, has ${priceInFull(creditPence)} of credit`}.
      </p>
      {first && (
        <Link
          to={href("/admin/appointments/:id/pay", { id: first })}
          className="prose-link inline-flex min-h-11 items-center"
        >
          {appointmentIds.length === 1 ? "Take it" : `Take the oldest of ${appointmentIds.length}`}
        </Link>
      )}
    </section>
  );
}
