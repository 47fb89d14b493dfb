import { data, Form, Link } from "react-router";
import {
  ATTENDANCE_MARK_WORDS,
  ATTENDANCE_MARKS,
  type AttendanceMark,
  attendanceMarkFrom,
  markedInWords,
} from "#app/diary/lists/attendance-mark.ts";
import { viewRow } from "#app/diary/lists/row-view.ts";
import {
  LOOK_BACK_DAYS,
  listUnrecorded,
  MOST_UNRECORDED,
  markAppointments,
  unmarkAppointments,
} from "#app/diary/lists/unrecorded-appointments.server.ts";
import { countedInWords } from "#app/platform/database/most-listed.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/past-appointments.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { rows, total, zone, now } = await listUnrecorded(appContextOf(context), actorOf(context));
  const { locale } = requestInfoOf(context);
  const appointments = rows.map((row) => ({
    day: localDateOf(row.start, zone),
    ...viewRow(row, { zone, locale, now }),
  }));
  const days = [...new Set(appointments.map(({ day }) => day))];
  return {
    total: countedInWords(total, MOST_UNRECORDED),
    count: rows.length,
    lastDays: LOOK_BACK_DAYS,
    days: days.map((day) => ({
      day,
      title: dayInWords(day),
      appointments: appointments.filter((appointment) => appointment.day === day),
    })),
  };
}

/** One mark for some visits (`ids`, separated by commas), or its Undo. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const mark = attendanceMarkFrom(form.get("mark"));
  const ids = String(form.get("ids") ?? "")
    .split(",")
    .filter(Boolean);
  if (!mark || ids.length === 0 || ids.length > MOST_UNRECORDED) {
    return data({ words: "Choose what happened. Nothing has changed.", undo: null }, { status: 422 });
  }
  const [app, actor] = [appContextOf(context), actorOf(context)];
  if (form.has("undo")) {
    const { done, missing } = await unmarkAppointments(app, actor, { ids, mark });
    if (missing === ids.length) throw refusedAs("not-found");
    return data({ words: `Taken back: ${done.length}.`, undo: null });
  }
  const { done, left, missing } = await markAppointments(app, actor, { ids, mark });
  if (missing === ids.length) throw refusedAs("not-found");
  const words = markedInWords({ mark, done: done.length, left });
  return data({ words, undo: done.length > 0 ? { ids: done.join(","), mark } : null });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Past appointments");

export default function PastAppointments({
  loaderData: { days, total, count, lastDays },
  actionData,
}: Route.ComponentProps) {
  const all = days.flatMap(({ appointments }) => appointments.map(({ id }) => id));
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title="Past appointments" intro={`${total} to record from the last ${lastDays} days`}>
        {count > 0 && (
          <Mark ids={all} mark="came" look="primary">
            All attended ({count})
          </Mark>
        )}
      </PageHeading>
      {actionData && (
        <UndoNotice
          key={`${actionData.words} ${actionData.undo?.ids}`}
          tone={actionData.undo ? "success" : "info"}
          words={actionData.words}
          undo={actionData.undo && { ...actionData.undo, undo: "on" }}
          action="/admin/past-visits"
        />
      )}
      {count === 0 && <p>Every appointment is recorded.</p>}
      {days.map(({ day, title, appointments }) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mt-6">
          <h2 id={`day-${day}`} className="border-b border-edge pb-1 text-lg">
            {title}
          </h2>
          <ul>
            {appointments.map((appointment) => (
              <li
                key={appointment.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0 wrap-anywhere">
                  <span className="figures font-[650]">{appointment.time}</span>{" "}
                  <Link to={`/admin/appointments/${appointment.id}`} className="prose-link inline-block min-h-6">
                    {appointment.name}
                  </Link>
                  <span className="block text-sm text-ink-soft">
                    {appointment.service}, {appointment.minutes} min, {appointment.therapist}
                  </span>
                </div>
                <div className="flex flex-wrap gap-2">
                  {ATTENDANCE_MARKS.map((mark) => (
                    <Mark
                      key={mark}
                      ids={[appointment.id]}
                      mark={mark}
                      label={`${ATTENDANCE_MARK_WORDS[mark]}: ${appointment.name}`}
                    >
                      {ATTENDANCE_MARK_WORDS[mark]}
                    </Mark>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type MarkProps = {
  ids: string[];
  mark: AttendanceMark;
  look?: "primary" | "outline";
  label?: string;
  children: React.ReactNode;
};

function Mark({ ids, mark, look = "outline", label, children }: MarkProps) {
  return (
    <Form method="post" action="/admin/past-visits" preventScrollReset>
      <input type="hidden" name="ids" value={ids.join(",")} />
      <Button name="mark" value={mark} look={look} size="small" aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
