import { href, useSearchParams } from "react-router";
import { listExceptions, type StoredException } from "#app/availability/edit-hours.db.server.ts";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { shortNameOf } from "#app/catalogue/therapist.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { addMonths, monthFrom } from "#app/platform/month.ts";
import { covers, reachFor, requireReach } from "#app/platform/permissions.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { sentTo } from "#app/routes/admin/edit-reply.ts";
import { AskedList } from "#app/routes/admin/hours/asked-list.tsx";
import { BankHolidays } from "#app/routes/admin/hours/bank-holidays.tsx";
import { changeCalendar } from "#app/routes/admin/hours/change-calendar.server.ts";
import { ExceptionForm } from "#app/routes/admin/hours/exception-form.tsx";
import { ExceptionList } from "#app/routes/admin/hours/exception-list.tsx";
import { MonthTable } from "#app/routes/admin/hours/month-table.tsx";
import { StrandedNotice } from "#app/routes/admin/hours/stranded-notice.tsx";
import { TakenBack } from "#app/routes/admin/hours/taken-back.tsx";
import { listOwnTimeOff } from "#app/time-off/list-time-off.server.ts";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/calendar.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const month = monthFrom(url.searchParams.get("month")) ?? today.slice(0, 7);
  const shown = { from: addDays(`${month}-01`, -6), to: addDays(`${addMonths(month, 1)}-01`, 6) };
  const reach = requireReach(actor, "see", "closures");
  const isSeen = ({ therapistId }: StoredException) => therapistId === null || covers(reach, therapistId);
  const therapists = (await listEditedTherapists(db))
    .filter(({ id }) => covers(reach, id))
    .map(({ id, name, active }) => ({ id, name, active }));
  return {
    zone,
    today,
    month,
    therapists,
    forAll: reachFor(actor, "change", "closures") === "all",
    day: url.searchParams.get("day") ?? "",
    inMonth: (await listExceptions(db, shown)).filter(isSeen),
    requests: await listOwnTimeOff(app, actor, today),
    ahead: (await listExceptions(db, { from: today, to: "9999-12-31" })).filter(isSeen),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeCalendar(appContextOf(context), actorOf(context), await sentTo(request));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Hours");

export default function Hours({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, today, month, therapists, day, inMonth, ahead, requests, forAll } = loaderData;
  const can = useMay();
  const isOwn = useOwnOnly()("see", "closures");
  const names = Object.fromEntries(therapists.map(({ id, name }) => [id, name]));
  const here = therapists.filter(({ active }) => active);
  const shorts = Object.fromEntries(therapists.map((one) => [one.id, shortNameOf(one, here)]));
  const reply = actionData?.kind === "invalid" ? actionData : null;
  return (
    <>
      <PageHeading
        title="Hours"
        intro={isOwn ? "When you work, and when you don’t." : "When each of you works, and when you don’t."}
      />
      <Saved />
      {actionData?.kind === "before" && (
        <Notice tone="warning" live className="mb-6">
          {actionData.words}
        </Notice>
      )}
      {actionData?.kind === "removed" && <TakenBack undo={actionData.undo} />}
      {actionData?.kind === "strands" && (
        <StrandedNotice stranded={actionData} zone={zone} goAhead="Save, and keep these outside the hours" />
      )}
      {can("see", "hours") && <Weeks {...{ therapists, isOwn }} />}
      <div className="grid gap-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <MonthTable {...{ month, today, shorts }} exceptions={inMonth} />
        {can("change", "closures") && (
          <ExceptionForm key={`${day} ${ahead.length}`} {...{ day, therapists, reply, forAll }} />
        )}
      </div>
      {requests.length > 0 && <AskedList requests={requests} />}
      <ExceptionList exceptions={ahead} names={names} forAll={forAll} />
      {forAll && <BankHolidays />}
    </>
  );
}

function Saved() {
  const [query] = useSearchParams();
  if (query.has("asked"))
    return <SavedNotice>Asked. It stays open to bookings until an owner confirms it.</SavedNotice>;
  return <SavedNotice>{query.has("withdrawn") ? "Withdrawn." : "Saved."}</SavedNotice>;
}

type WeeksProps = { therapists: readonly { id: string; name: string; active: boolean }[]; isOwn: boolean };

function Weeks({ therapists, isOwn }: WeeksProps) {
  return (
    <section aria-labelledby="weeks" className="mb-8">
      <h2 id="weeks" className="mb-3 text-lg">
        Every week
      </h2>
      <div className="flex flex-wrap gap-2">
        {therapists
          .filter(({ active }) => active)
          .map(({ id, name }) => (
            <LinkButton
              key={id}
              to={href("/admin/hours/:therapistId", { therapistId: id })}
              look="outline"
              size="small"
            >
              {isOwn ? "Your weekly hours" : name}
            </LinkButton>
          ))}
      </div>
    </section>
  );
}
