import { href, Link } from "react-router";
import { extraMinutesOf } from "#app/appointments/appointment.ts";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import {
  type AppointmentRecord,
  type AuditEvent,
  eventInWords,
  type FirstFault,
} from "#app/diary/lists/appointment-detail.ts";
import { alertOf } from "#app/diary/lists/appointment-list.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { dateAndTime, offInWords, viewRow } from "#app/diary/lists/row-view.ts";
import { viewSeries } from "#app/diary/series/book-series.server.ts";
import { alertsFor } from "#app/health/alerts.server.ts";
import { checkInWords, FormTag } from "#app/health/form/form-tag.tsx";
import { formStatesOf, getCheck } from "#app/health/form/forms.server.ts";
import { NoteLink } from "#app/health/notes/note-link.tsx";
import { noteStates } from "#app/health/notes.server.ts";
import { moneyOf } from "#app/payments/checkout.server.ts";
import { keptFor } from "#app/payments/online/kept-cards.server.ts";
import { waivedOf } from "#app/payments/online/prepay.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dateInWords, localDateOf, localeMoment, localTimeOf } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, covers, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import {
  AttendanceButtons,
  CancelledPanel,
  DoneNotice,
  NoteForm,
  ResultButtons,
  SeriesPanel,
} from "#app/routes/admin/appointments/appointment-panels.tsx";
import { CancelPanel, cancellingOf } from "#app/routes/admin/appointments/cancel-panel.tsx";
import { confirmQuestion, deleteQuestion, linkQuestion } from "#app/routes/admin/appointments/confirm-dialogs.ts";
import { MoveForm } from "#app/routes/admin/appointments/move-form.tsx";
import { onCalendly } from "#app/routes/admin/appointments/on-calendly.server.ts";
import { OnCalendly } from "#app/routes/admin/appointments/on-calendly.tsx";
import { AddAlert, AlertLine } from "#app/routes/admin/clients/alerts.tsx";
import { DetailsDifferenceNotice } from "#app/routes/admin/details-difference.tsx";
import { BalanceBeside, PaymentLink } from "#app/routes/admin/money/payment-link.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import type { Change } from "#app/ui/admin/toast.ts";
import { LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/appointment.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const record = await getAppointmentRecord(app, actor, params.id);
  if (!record) throw new Response("There is no such appointment", { status: 404 });
  const { row, zone, note, history } = record;
  const appointment = viewRow(row, { zone, locale, now: app.clock.now(), visits: record.visits });
  const therapists = (await readPractice(app)).therapists;
  const scope = scopeFor(actor, "change", "appointments");
  const moment = (instant: number) => localeMoment(instant, zone, locale);
  const lines = history.map((line) => lineInWords(line, { zone, locale, now: app.clock.now() }));
  return {
    appointment,
    alert: (await alertsFor(app, actor, [alertOf(row)]))[row.client?.id ?? ""],
    place: { sequence: row.sequence, day: localDateOf(row.start, zone), time: localTimeOf(row.start, zone) },
    lines,
    linkVersion: record.linkVersion,
    calendly: await onCalendly(app, row, zone),
    note: note && { words: note.words, version: note.version },
    ...{ service: record.serviceSlug, therapist: record.therapistSlug },
    cancelling: cancellingOf(record),
    cancellation: record.cancellation && { ...record.cancellation, when: moment(record.cancellation.at) },
    request: row.status !== "Cancelled" && row.start > app.clock.now() ? record.request : null,
    noticeAt: record.notifiedAt === null ? null : dateAndTime(record.notifiedAt, { zone, locale }).time,
    addressFrom: record.addressFrom && dateInWords(record.addressFrom),
    ...{ clientId: record.clientId, difference: record.difference, waitsForPayment: record.waitsForPayment },
    ...noticesOf(record, moment),
    mayConfirmMatch: scopeFor(actor, "change", "clients") === "all",
    ...(await viewHealth(app, actor, record)),
    holdUntil: record.holdUntil === null ? null : moment(record.holdUntil),
    ...{ price: priceInFull(row.pricePence), waived: await waivedOf(app, row.id) },
    keptCard: await keptFor(app, row.id),
    money: (await moneyOf(app, actor, [row]))?.[row.id] ?? null,
    ...{ hasBegun: row.start <= app.clock.now(), isOver: row.end <= app.clock.now() },
    series: row.series && (await viewSeries(app, actor, { id: row.id, series: row.series, locale })),
    therapists: therapists.filter(({ id }) => covers(scope, id)).map(({ slug, name }) => ({ slug, name })),
  };
}

/** How far the health form and the note are, each as far as the reader learns it. `check`: nothing has changed since. */
async function viewHealth(app: AppContext, actor: Actor, { row, zone, clientId }: AppointmentRecord) {
  const treatmentNote = clientId && (await noteStates(app, actor, [row]))[row.id];
  const check = treatmentNote ? await getCheck(app.db.kysely, row.id) : null;
  return {
    form: (await formStatesOf(app, [row.id], actor))[row.id],
    treatmentNote,
    check: check && checkInWords(check, zone),
  };
}

function lineInWords(line: AuditEvent, where: { zone: string; locale: string; now: number }) {
  const { date, time } = dateAndTime(line.at, where);
  return { key: `${line.at} ${line.action}`, when: `${date}, ${time}`, what: eventInWords(line) };
}

function noticesOf(
  { row, zone, firstFault, isOff, isMatchOpen, isErased, double, lacksAddress }: AppointmentRecord,
  moment: (instant: number) => string,
) {
  const off = isOff ? offInWords(row) : null;
  const first = firstFault && { ...firstFault, until: localTimeOf(row.end, zone) };
  return {
    first,
    extra: extraMinutesOf(row),
    off,
    isMatchOpen,
    canCorrect: !isErased,
    lacksAddress,
    double: double && { id: double.id, when: moment(double.start) },
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `${at.loaderData?.appointment.name ?? "Appointment"}`);

export default function Record({ loaderData }: Route.ComponentProps) {
  const sendsMail = useSendsMail();
  const can = useMay();
  const {
    appointment,
    price,
    note,
    lines,
    place,
    service,
    therapist,
    therapists,
    hasBegun,
    isOver,
    clientId,
    canCorrect,
    isMatchOpen,
  } = loaderData;
  const {
    linkVersion,
    difference,
    holdUntil,
    waitsForPayment,
    cancelling,
    cancellation,
    noticeAt,
    request,
    series,
    calendly,
  } = loaderData;
  const fields = { sequence: String(appointment.sequence), version: String(linkVersion) };
  const path = (change: string) => ({ action: `/admin/appointments/${appointment.id}/${change}`, fields });
  return (
    <>
      <BackLink to="/appointments">Appointments</BackLink>
      <PageHeading title={appointment.name} intro={`${appointment.date}, ${appointment.time}`}>
        {appointment.status === "Pending" && (
          <ChangeButton change={path("confirmation")} ask={confirmQuestion(appointment, { sendsMail })} look="primary">
            Confirm
          </ChangeButton>
        )}
        {appointment.status !== "Cancelled" && !isOver && (
          <LinkButton to="#cancel" look="outline" size="small">
            Cancel
          </LinkButton>
        )}
        {appointment.status !== "Cancelled" && isOver && (
          <ResultButtons id={appointment.id} attendance={appointment.attendance} isOff={loaderData.off !== null} />
        )}
        {isOver && clientId && can("change", "appointments") && (
          <LinkButton to={`${href("/admin/clients/:id", { id: clientId })}?book`} look="outline" size="small">
            Book again
          </LinkButton>
        )}
        {can("delete", "appointments") && (
          <ChangeButton change={path("deletion")} ask={deleteQuestion(appointment)} look="quiet">
            Delete
          </ChangeButton>
        )}
      </PageHeading>
      <AlertLine alert={loaderData.alert} />
      <SavedNotice />
      <DoneNotice />
      {appointment.status === "Cancelled" && (
        <CancelledPanel
          id={appointment.id}
          sequence={appointment.sequence}
          {...{ cancellation, noticeAt }}
          canReinstate={canCorrect}
        />
      )}
      {calendly && <OnCalendly of={calendly} />}
      {loaderData.off && <TherapistOff id={appointment.id} words={loaderData.off} />}
      {request?.answer === null && <AsksToMove words={request.words} />}
      {loaderData.double && <PossibleDouble {...loaderData.double} />}
      {loaderData.first && <FirstNotice {...loaderData.first} change={path("first")} />}
      {difference && <DetailsDifferenceNotice difference={difference} />}
      <div className="grid gap-10 lg:grid-cols-2">
        <section aria-label="Details">
          <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2">
            <Fact term="Status">
              <AppointmentStatus status={appointment.status} />
              {holdUntil &&
                ` held until ${holdUntil}, unless ${waitsForPayment ? "it is paid or a card is kept" : "the client confirms by email"}`}
            </Fact>
            <Fact term="Service">{appointment.service}</Fact>
            <Fact term="Length">
              {appointment.minutes} minutes
              {loaderData.extra > 0 && `, and ${loaderData.extra} more for a first appointment`}
            </Fact>
            {appointment.series && <Fact term="Series">{appointment.series}</Fact>}
            <Fact term="Price">{price}</Fact>
            {loaderData.money && (
              <Fact term="Payment">
                <PaymentLink id={appointment.id} money={loaderData.money} />
                <BalanceBeside money={loaderData.money} />
              </Fact>
            )}
            {loaderData.keptCard && <Fact term="Card kept">{loaderData.keptCard.name}</Fact>}
            {loaderData.waived && (
              <Fact term="Not paid first">
                {loaderData.waived.pence > 0 ? priceInFull(loaderData.waived.pence) : "No card is kept"}
                {loaderData.waived.reason && <span className="wrap-anywhere">: {loaderData.waived.reason}</span>}
              </Fact>
            )}
            <Fact term="Therapist">{appointment.therapist}</Fact>
            <Fact term="Phone">
              {appointment.phoneHref ? (
                <a className="prose-link" href={appointment.phoneHref}>
                  {appointment.phone}
                </a>
              ) : (
                appointment.phone
              )}
            </Fact>
            <Fact term="Email">
              {appointment.email.includes("@") ? (
                <a className="prose-link break-all" href={`mailto:${appointment.email}`}>
                  {appointment.email}
                </a>
              ) : (
                appointment.email
              )}
            </Fact>
            {clientId && (
              <Fact term="Client">
                <Link className="prose-link inline-flex min-h-6 items-center" to={`/admin/clients/${clientId}`}>
                  Record and history
                </Link>
              </Fact>
            )}
            {loaderData.form && appointment.status !== "Cancelled" && (
              <Fact term="Health form">
                <FormTag
                  state={loaderData.form}
                  readOf={loaderData.treatmentNote && clientId ? { id: clientId, name: appointment.name } : null}
                />
                {loaderData.treatmentNote && ["done", "call", "check"].includes(loaderData.form) && (
                  <p className="mt-1">
                    {loaderData.check ?? (
                      <ChangeButton change={path("unchanged")}>They say nothing has changed</ChangeButton>
                    )}
                  </p>
                )}
              </Fact>
            )}
            {loaderData.treatmentNote && appointment.status !== "Cancelled" && (
              <Fact term="Treatment note">
                <NoteLink appointmentId={appointment.id} state={loaderData.treatmentNote} />
              </Fact>
            )}
            {!isMatchOpen && (
              <Fact term="Match">
                {loaderData.mayConfirmMatch ? (
                  <>
                    <p className="mb-2">
                      The details match this client’s record. The therapist sees the record once the client attends or
                      you confirm who booked.
                    </p>
                    {clientId && <ChangeButton change={path("match")}>Confirm client</ChangeButton>}
                  </>
                ) : (
                  "You see the client’s record once they attend, or reception or an owner confirms who booked."
                )}
              </Fact>
            )}
            {appointment.where && (
              <Fact term="Where">
                <span className="whitespace-pre-line wrap-anywhere">{appointment.where}</span>
                {loaderData.addressFrom && (
                  <span className="block text-sm text-ink-soft">
                    You see the address from {loaderData.addressFrom}.
                  </span>
                )}
                {loaderData.lacksAddress && canCorrect && (
                  <Link
                    className="prose-link flex min-h-6 w-fit items-center"
                    to={href("/admin/appointments/:id/contact", appointment)}
                  >
                    Add the address
                  </Link>
                )}
              </Fact>
            )}
            {appointment.clientNote && (
              <Fact term="Practical note">
                <span className="whitespace-pre-line wrap-anywhere">{appointment.clientNote}</span>
              </Fact>
            )}
            {appointment.practicalNote && (
              <Fact term="Client’s note">
                <span className="whitespace-pre-line wrap-anywhere">{appointment.practicalNote}</span>
              </Fact>
            )}
            <Fact term="Reference">{appointment.reference}</Fact>
          </dl>
          {canCorrect && (
            <p className="mt-4 flex flex-wrap gap-2">
              <LinkButton to={href("/admin/appointments/:id/contact", appointment)} look="outline" size="small">
                Correct contact details
              </LinkButton>
              {clientId && <AddAlert clientId={clientId} name={appointment.name} />}
              <ChangeButton change={path("link")} ask={linkQuestion(appointment, { sendsMail })}>
                Make a new link
              </ChangeButton>
            </p>
          )}
          {appointment.status !== "Cancelled" && (
            <>
              <AttendanceButtons
                id={appointment.id}
                attendance={appointment.attendance}
                words={appointment.attended}
                {...{ hasBegun, isOver }}
                isOff={loaderData.off !== null}
              />
              <section aria-labelledby="cancel" className="mt-6">
                <h2 id="cancel" className="scroll-mt-24 text-xl">
                  Cancel
                </h2>
                <CancelPanel key={cancelling.sequence} of={cancelling} />
              </section>
            </>
          )}
        </section>
        {note && <NoteForm key={appointment.id} id={appointment.id} note={note} />}
        {appointment.status !== "Cancelled" && (
          <MoveForm
            key={appointment.id}
            id={appointment.id}
            place={{
              ...place,
              therapist: therapist ?? "",
              minutes: String(appointment.minutes),
              service: service ?? "",
            }}
            therapists={therapists}
          />
        )}
        {series && <SeriesPanel id={appointment.id} series={series} />}
        {lines.length > 0 && (
          <section aria-labelledby="history">
            <h2 id="history" className="text-xl">
              History
            </h2>
            <ul className="mt-2">
              {lines.map(({ key, when, what }) => (
                <li key={key} className="border-b border-line py-2">
                  {what} <span className="block text-sm text-ink-soft">{when}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

function TherapistOff({ id, words }: { id: string; words: string }) {
  const can = useMay();
  return (
    <Notice tone="warning" className="mb-6 flex flex-wrap items-center gap-3">
      <p className="mr-auto wrap-anywhere">{words}.</p>
      {can("change", "appointments") && (
        <LinkButton to={`/admin/stranded#client-${id}`} size="small">
          Find another time
        </LinkButton>
      )}
    </Notice>
  );
}

type FirstProps = FirstFault & { until: string; change: Change };

/** What was said about earlier appointments does not agree with what the practice knows. */
function FirstNotice({ isShort, minutes, said, until, change }: FirstProps) {
  const can = useMay();
  const to = (answer: string) => ({ ...change, fields: { ...change.fields, to: answer } });
  const words = isShort
    ? `${said === "yes" ? "They said that they have been here before, and we know of no earlier appointment." : "This is their first appointment."} ${minutes} minutes are missing after ${until}.`
    : `${said === "no" ? "They said that this is their first appointment, but they" : "They"} have been here before. It is ${minutes} minutes longer than it needs to be.`;
  return (
    <Notice tone="warning" className="mb-6 flex flex-wrap items-center gap-3">
      <p className="mr-auto wrap-anywhere">{words}</p>
      {can("change", "appointments") && (
        <>
          <ChangeButton change={to(isShort ? "longer" : "shorter")}>
            {isShort ? `Add ${minutes} minutes` : `Take off ${minutes} minutes`}
          </ChangeButton>
          <ChangeButton change={to("keep")} look="quiet">
            Keep it as it is
          </ChangeButton>
        </>
      )}
    </Notice>
  );
}

function AsksToMove({ words }: { words: string }) {
  return (
    <Notice tone="warning" className="mb-6">
      They ask to move it: <span className="whitespace-pre-line wrap-anywhere">“{words}”</span>{" "}
      <Link to={href("/admin/requests")} className="prose-link inline-flex min-h-6 items-center">
        Answer it
      </Link>
    </Notice>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function PossibleDouble({ id, when }: { id: string; when: string }) {
  return (
    <Notice tone="warning" className="mb-6">
      Possible double: the same client, email or phone also has an appointment on{" "}
      <Link to={`/admin/appointments/${id}`} className="prose-link">
        {when}
      </Link>
      .
    </Notice>
  );
}
