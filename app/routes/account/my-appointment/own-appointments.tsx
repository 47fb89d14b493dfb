import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { SameAgainTimes } from "#app/appointments/booking/free-times/rebook-times.tsx";
import { AskToMove, type MoveRequestView } from "#app/appointments/requests/ask-to-move.tsx";
import type { AppointmentsView, AppointmentView } from "#app/routes/account/my-appointment/appointment-views.server.ts";
import { buttonClasses, Notice } from "#app/ui/controls.tsx";
import { BookButton, useOnlineBooking } from "#app/ui/shell/book-button.tsx";

type Phone = { href: string; label: string };

type Props = { read: AppointmentsView | null; phone: Phone; name: string };

export function OwnAppointments({ read, phone, name }: Props) {
  if (!read) {
    return (
      <Notice tone="danger" live className="measure mt-8">
        Your appointments could not be loaded. Reload this page, or call {phone.label}.
      </Notice>
    );
  }
  if (read.ahead.length + read.past.length === 0) return <None />;
  return (
    <>
      {read.again && <SameAgainTimes again={read.again} name={name} className="mt-8" />}
      {read.ahead.length > 0 && <Appointments title="Coming up" list={read.ahead} phone={phone} />}
      {read.past.length > 0 && <Appointments title="Past" list={read.past} phone={phone} />}
    </>
  );
}

function None() {
  return (
    <div className="mt-8">
      <p className="text-lg">No appointments found.</p>
      <p className="mt-2 mb-6 text-ink-soft">When you book, your appointments appear here.</p>
      <BookButton>Book now</BookButton>
    </div>
  );
}

function Appointments({ title, list, phone }: { title: string; list: AppointmentView[]; phone: Phone }) {
  return (
    <section className="mt-10" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-3">
        {list.map((appointment) => (
          <Row key={appointment.id} appointment={appointment} phone={phone} />
        ))}
      </ul>
    </section>
  );
}

function Row({ appointment, phone }: { appointment: AppointmentView; phone: Phone }) {
  const { date, time, status, service, minutes, therapist, price, series } = appointment;
  return (
    <li className="grid gap-x-10 gap-y-4 border-t border-line py-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div>
        <dl className="grid gap-x-8 gap-y-1 sm:flex sm:flex-wrap">
          <Fact term="Date">
            <time dateTime={appointment.start}>{date}</time>
          </Fact>
          <Fact term="Time">{time}</Fact>
          <Fact term="Status">
            <AppointmentStatus status={status} />
          </Fact>
        </dl>
        <p className="mt-2 text-ink-soft">
          {service}, {minutes} minutes{therapist && ` with ${therapist}`}. {price}.{series && ` ${series}.`}
        </p>
        {(appointment.change === "cancel-only" || appointment.change === "too-late") && (
          <p className="mt-2 text-sm text-ink-soft">
            To {appointment.change === "cancel-only" ? "move" : "change"} it now, call{" "}
            <a href={phone.href} className="prose-link whitespace-nowrap">
              {phone.label}
            </a>
            .
          </p>
        )}
        {appointment.money && (
          <p className="mt-2 text-sm text-ink-soft">
            {appointment.money.lead} {appointment.money.rest}
          </p>
        )}
        {appointment.asking && <Ask path={appointment.path} date={date} moveRequest={appointment.asking.moveRequest} />}
      </div>
      <Actions appointment={appointment} />
    </li>
  );
}

function Ask({ path, date, moveRequest }: { path: string; date: string; moveRequest: MoveRequestView | null }) {
  if (moveRequest) return <AskToMove path={path} moveRequest={moveRequest} />;
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Ask to move it<span className="sr-only">: {date}</span>
      </summary>
      <AskToMove path={path} moveRequest={null} />
    </details>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-soft max-sm:w-14">{term}</dt>
      <dd className="font-[650]">{children}</dd>
    </div>
  );
}

/** Each link names its appointment, for people who hear the links out of context. */
function Actions({ appointment }: { appointment: AppointmentView }) {
  const { change, path, bookAgain, date } = appointment;
  const isOnline = useOnlineBooking();
  const ahead = change !== null && change !== "cancelled";
  const links = [
    change === "open" && { to: `${path}/reschedule`, label: "Reschedule" },
    (change === "open" || change === "cancel-only") && {
      to: `${path}/cancel`,
      label: appointment.money?.button ?? "Cancel",
    },
    ahead && { to: `${path}/calendar.ics`, label: "Add to calendar" },
    isOnline && { to: bookAgain, label: "Book again" },
  ].filter((link) => link !== false);
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ to, label }) => (
        <li key={label}>
          <a href={to} className={buttonClasses({ look: "outline", size: "small" })}>
            {label}
            <span className="sr-only">: {date}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
