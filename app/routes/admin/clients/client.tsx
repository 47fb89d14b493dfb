import { type ReactNode, useEffect, useState } from "react";
import { href, Link, useSearchParams } from "react-router";
import { attendanceWords } from "#app/appointments/clients/client-history.ts";
import { PracticeBookingForm } from "#app/diary/booking/practice-booking-form.tsx";
import { choicesWithin, type PracticeChoices, repeatChoice } from "#app/diary/booking/practice-choices.ts";
import { alertsFor } from "#app/health/alerts.server.ts";
import { FormTag, WithdrawnNotice, withdrawalInWords } from "#app/health/form/form-tag.tsx";
import { formStates } from "#app/health/form/forms.server.ts";
import { recordKeptInWords } from "#app/health/keeping/end-words.ts";
import { hasKey, keptOfErased } from "#app/health/keeping/retention.server.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { writesNotes } from "#app/health/notes.server.ts";
import { getReturned } from "#app/mail/came-back.server.ts";
import { balanceOf } from "#app/payments/checkout.server.ts";
import { getFlagToRead, keepsCardsOfFlagged } from "#app/payments/online/flags.server.ts";
import { flagInWords } from "#app/payments/online/flags.ts";
import { leftInWords, voucherName } from "#app/payments/shop/vouchers.ts";
import { dayInWords, localDateOf, localeMoment, shortMoment } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getRecord } from "#app/privacy/get-client-record.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { AddAlert, AlertLine } from "#app/routes/admin/clients/alerts.tsx";
import { BlockClient, BlockedNotice } from "#app/routes/admin/clients/block-client.tsx";
import { HistoryTable } from "#app/routes/admin/clients/history-table.tsx";
import { MergeButton } from "#app/routes/admin/clients/merge-button.tsx";
import { Notes, PracticalNote } from "#app/routes/admin/clients/notes.tsx";
import { Privacy } from "#app/routes/admin/clients/privacy.tsx";
import { type RecordView, viewRecord } from "#app/routes/admin/clients/record-view.server.ts";
import { DetailsDifferenceNotice } from "#app/routes/admin/details-difference.tsx";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton, Notice, ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/client.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const record = await getRecord(app, actor, params.id);
  if (!record) throw new Response("There is no such client", { status: 404 });
  const { bookingRules, prepayment } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  const balance = await balanceOf(app, actor, params.id);
  const form = (await formStates(app, [params.id], actor))[params.id] ?? null;
  const writes = record.client.erasedAt === null && (await writesNotes(app, actor, params.id));
  const hasRecord = form !== null && (await hasKey(app.db.kysely, params.id));
  const mark = record.client.erasedAt === null ? await getReturned(app.db.kysely, record.client.email ?? "") : null;
  const flag =
    record.client.erasedAt === null && may(actor, "see", "payments")
      ? await getFlagToRead(app, { clientId: params.id })
      : null;
  const withdrawal = form === "withdrawn" ? await getWithdrawal(app.db.kysely, params.id) : null;
  return {
    record: viewRecord(record, { zone, locale, now: app.clock.now() }),
    form,
    alert: record.client.alert ? (await alertsFor(app, actor, [params.id]))[params.id] : undefined,
    returned: mark && { reason: mark.reason, when: shortMoment(mark.at, zone, app.clock.now()) },
    ...(flag && { flag: { ...flagInWords(flag, { zone, locale }), keepsCard: keepsCardsOfFlagged({ prepayment }) } }),
    withdrawn: withdrawal && withdrawalInWords(withdrawal, zone),
    kept: record.client.erasedAt === null ? null : await keptOfErased(app.db.kysely, params.id),
    writesNotes: writes,
    hasRecord,
    offersEmergency: hasRecord && !writes && form !== "withdrawn" && may(actor, "see", "treatment notes"),
    balance: balance && {
      ...balance,
      fees: balance.fees.map(({ start, ...fee }) => ({ ...fee, when: localeMoment(start, zone, locale) })),
      vouchers: balance.vouchers.map((one) => ({
        ...{ id: one.id, name: voucherName(one), left: leftInWords(one) },
        until: dayInWords(one.expiresOn, { year: true }),
      })),
    },
    choices: choicesWithin(actor, await readPractice(app)),
    today: localDateOf(app.clock.now(), zone),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `${at.loaderData?.record.client.name ?? "Client"}`);

export default function ClientRecord({ loaderData }: Route.ComponentProps) {
  const { record, choices, today, balance } = loaderData;
  const can = useMay();
  const { client, erased, attendance, cancelled, since } = record;
  const summary = `${attendance}${cancelled > 0 ? `, ${cancelled} cancelled` : ""}. Client since ${since}.`;
  return (
    <>
      <BackLink to="/admin/clients">Clients</BackLink>
      <PageHeading title={client.name} intro={summary}>
        {!erased && <BookAgain record={record} choices={choices} today={today} />}
        {!erased && loaderData.form && <FormTag state={loaderData.form} />}
        {loaderData.writesNotes && loaderData.form && (
          <LinkButton to={href("/admin/clients/:id/form", client)} look="outline" size="small">
            Health form
          </LinkButton>
        )}
        {loaderData.offersEmergency && (
          <LinkButton to={href("/admin/clients/:id/emergency", client)} look="quiet" size="small">
            Emergency access
          </LinkButton>
        )}
        {loaderData.writesNotes && (
          <LinkButton to={href("/admin/clients/:id/treatment-notes", client)} look="outline" size="small">
            Treatment notes
          </LinkButton>
        )}
        {loaderData.writesNotes && (
          <LinkButton to={href("/admin/clients/:id/files", client)} look="outline" size="small">
            Files
          </LinkButton>
        )}
      </PageHeading>
      <SavedNotice />
      {!erased && loaderData.withdrawn && <WithdrawnNotice {...loaderData.withdrawn} />}
      {loaderData.returned && <ReturnedNotice {...client} {...loaderData.returned} />}
      {"flag" in loaderData && loaderData.flag && <FlagNotice id={client.id} {...loaderData.flag} />}
      {record.blocked && <BlockedNotice clientId={client.id} {...record.blocked} />}
      {!erased && (
        <AlertLine
          alert={loaderData.alert}
          removeAt={href("/admin/clients/:id/:change", { id: client.id, change: "alert-removal" })}
        />
      )}
      <Head record={record} />
      {record.differences.map(({ when, ...difference }) => (
        <DetailsDifferenceNotice key={difference.appointmentId} difference={difference} when={when} />
      ))}
      {erased ? (
        <Notice className="mb-8">
          This person’s data was erased on {erased}. Their bookings are kept without it, for the accounts.
          {loaderData.kept && ` ${recordKeptInWords(loaderData.kept)} `}
          {loaderData.kept && (
            <Link to={href("/admin/clients/:id/bundle", client)} className="prose-link">
              File for an insurer
            </Link>
          )}
          {loaderData.kept && can("change", "settings") && (
            <>
              {", "}
              <Link to={href("/admin/clients/:id/hold", client)} className="prose-link">
                Legal hold
              </Link>
            </>
          )}
        </Notice>
      ) : (
        <div className="mb-10 grid gap-10 lg:grid-cols-2">
          <Contact record={record} />
          {record.notes && <Notes clientId={client.id} notes={record.notes} />}
        </div>
      )}
      {balance && <Balance id={client.id} {...balance} />}
      <HistoryTable history={record.history} />
      {!erased && !record.blocked && <BlockClient clientId={client.id} name={client.name} />}
      {!erased && can("delete", "clients") && <Alike record={record} />}
      {!erased && can("delete", "clients") && <Privacy record={record} keepsRecord={loaderData.hasRecord} />}
    </>
  );
}

type Returned = { id: string; email: string; when: string; reason: string };

/** The last email to their address came back. */
function ReturnedNotice({ id, email, when, reason }: Returned) {
  const may = useMay();
  return (
    <Notice tone="warning" className="mb-6">
      <p className="wrap-anywhere">
        Email to {email} came back on {when}. {reason}
      </p>
      {may("change", "mails") && (
        <div className="mt-3 flex flex-wrap gap-3">
          <ChangeButton change={{ action: `/admin/clients/${id}/address-works`, fields: {} }}>
            It works again
          </ChangeButton>
        </div>
      )}
    </Notice>
  );
}

type FlagProps = { id: string; lines: string[]; end: string; keepsCard: boolean };

/** Why they pay when they book, as they read it themselves. */
function FlagNotice({ id, lines, end, keepsCard }: FlagProps) {
  const [may, isOwn] = [useMay(), useOwnOnly()];
  return (
    <Notice tone="warning" className="mb-6">
      <p>
        <b>{keepsCard ? "Leaves a card when booking." : "Pays when booking."}</b> By your rule these count, and the
        client reads them, too:
      </p>
      <ul className="mt-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-1">{end}</p>
      {may("change", "payments") && !isOwn("change", "payments") && (
        <div className="mt-3">
          <ChangeButton
            change={{ action: href("/admin/clients/:id/:change", { id, change: "flag-lift" }), fields: {} }}
          >
            Lift this
          </ChangeButton>
        </div>
      )}
    </Notice>
  );
}

/** What is next, what the appointments came to, and which were missed or cancelled late. */
function Head({ record: { client, next, total, missed, late, erased, practicalNote } }: { record: RecordView }) {
  const can = useMay();
  return (
    <section aria-label="At a glance" className="mb-8 space-y-2">
      {!erased && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="wrap-anywhere">
            <span className="text-ink-soft">Next appointment: </span>
            {next ? (
              <>
                <Link
                  to={href("/admin/appointments/:id", next)}
                  className="prose-link inline-flex min-h-6 items-center font-[650]"
                >
                  {next.when}
                </Link>
                , {next.what}
              </>
            ) : (
              "none"
            )}
          </p>
          {next && can("change", "appointments") && (
            <LinkButton to={`${href("/admin/appointments/:id", next)}#move`} look="outline" size="small">
              Move
            </LinkButton>
          )}
        </div>
      )}
      {!erased && (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <PracticalNote clientId={client.id} note={practicalNote} />
          <AddAlert clientId={client.id} name={client.name} />
        </div>
      )}
      {total && <p className="figures">{total}</p>}
      <Days title="Did not attend" days={missed} />
      <Days title="Cancelled late" days={late} />
    </section>
  );
}

function Days({ title, days }: { title: string; days: { id: string; day: string }[] }) {
  if (days.length === 0) return null;
  return (
    <p className="wrap-anywhere">
      {title} ({days.length}):{" "}
      {days.map(({ id, day }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <Link to={href("/admin/appointments/:id", { id })} className="prose-link inline-flex min-h-6 items-center">
            {day}
          </Link>
        </span>
      ))}
    </p>
  );
}

type BalanceProps = NonNullable<Route.ComponentProps["loaderData"]["balance"]>;

function Balance({ id, owedPence, creditPence, appointmentIds, fees, vouchers }: BalanceProps & { id: string }) {
  const [can, isOwn] = [useMay(), useOwnOnly()];
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
      {fees.map(({ appointmentId, occasion, when, mostPence }) => (
        <p key={appointmentId} className="mt-2">
          {when}: {occasion === "late" ? "cancelled late" : "did not attend"}. A fee of up to {priceInFull(mostPence)}{" "}
          is not decided.{" "}
          <Link to={href("/admin/appointments/:id/pay", { id: appointmentId })} className="prose-link">
            Decide about the fee
          </Link>
        </p>
      ))}
      {vouchers.map(({ id: voucher, name, left, until }) => (
        <p key={voucher} className="mt-2">
          <Link to={href("/admin/money/vouchers/:id", { id: voucher })} className="prose-link">
            {name}
          </Link>
          : {left}, until {until}.
        </p>
      ))}
      <p className="flex flex-wrap gap-x-4">
        {first && appointmentIds.length === 1 && (
          <Link
            to={href("/admin/appointments/:id/pay", { id: first })}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Take it
          </Link>
        )}
        <Link to={href("/admin/clients/:id/money", { id })} className="prose-link inline-flex min-h-11 items-center">
          {appointmentIds.length > 1 ? `Take all ${appointmentIds.length} together` : "Payments and credit"}
        </Link>
        {can("change", "payments") && !isOwn("change", "payments") && (
          <Link
            to={`${href("/admin/money/sell")}?client=${id}`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Sell a course or voucher
          </Link>
        )}
        <Link
          to={`${href("/admin/money/statements")}?client=${id}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          Statements and receipts
        </Link>
      </p>
    </section>
  );
}

function Alike({ record: { client, alike } }: { record: RecordView }) {
  return (
    <section aria-labelledby="alike" className="mt-10">
      <h2 id="alike" className="mb-2 text-xl">
        Possible duplicate
      </h2>
      {alike.length > 0 && (
        <ul className="mb-4 border-t border-line">
          {alike.map((other) => (
            <li
              key={other.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <Link to={`/admin/clients/${other.id}`} className="prose-link inline-flex min-h-6 items-center">
                  {other.name}
                </Link>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {other.email}, {other.phone}. {attendanceWords(other)}.
                </p>
              </div>
              <MergeButton into={client} other={other} />
            </li>
          ))}
        </ul>
      )}
      <LinkButton to={`/admin/clients?into=${client.id}`} look="outline" size="small">
        Look for another record
      </LinkButton>
    </section>
  );
}

type Props = { record: RecordView; choices: PracticeChoices; today: string };

/** Books for this client, with their details and their latest choices filled in. */
function BookAgain({ record, choices, today }: Props) {
  const [query] = useSearchParams();
  const [open, setOpen] = useState(false);
  const opensAtOnce = query.has("book");
  useEffect(() => setOpen(opensAtOnce), [opensAtOnce]);
  const { client, contact, again } = record;
  return (
    <>
      <ScriptButton type="button" size="small" onClick={() => setOpen(true)}>
        Book again
      </ScriptButton>
      <Dialog title={`Book for ${client.name}`} wide open={open} onOpenChange={setOpen}>
        <PracticeBookingForm
          choices={choices}
          start={{ day: today, time: "", therapist: "", ...repeatChoice(again, choices) }}
          person={{ client: client.id, ...contact }}
          onBooked={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

function Contact({ record }: { record: RecordView }) {
  const can = useMay();
  const { client, otherEmails, otherPhones, account } = record;
  return (
    <section aria-label="Contact">
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <Fact term="Last appointment">{client.last}</Fact>
        <Fact term="Phone">
          {client.phoneHref ? <ContactLink href={client.phoneHref}>{client.phone}</ContactLink> : client.phone}
        </Fact>
        <Fact term="Email">
          {client.email.includes("@") ? (
            <ContactLink href={`mailto:${client.email}`}>{client.email}</ContactLink>
          ) : (
            client.email
          )}
        </Fact>
        {(otherEmails.length > 0 || otherPhones.length > 0) && (
          <Fact term="Also known by">{[...otherEmails, ...otherPhones].join(", ")}</Fact>
        )}
        <Fact term="Account">
          {account && can("see", "users") ? (
            <Link
              className="prose-link inline-flex min-h-6 items-center"
              to={`/users?q=${encodeURIComponent(account)}`}
            >
              Has an account
            </Link>
          ) : (
            ((account && "Has an account") ?? "None")
          )}
        </Fact>
      </dl>
      <p className="mt-4 flex flex-wrap gap-3">
        <LinkButton to={href("/admin/clients/:id/contact", client)} look="outline" size="small">
          Correct contact details
        </LinkButton>
        {can("see", "mails") && (
          <LinkButton to={`${href("/admin/mail")}?client=${client.id}`} look="outline" size="small">
            Emails
          </LinkButton>
        )}
      </p>
    </section>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="prose-link inline-flex min-h-6 items-center wrap-anywhere" href={href}>
      {children}
    </a>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
