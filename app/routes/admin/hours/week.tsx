import { data, href } from "react-router";
import { copyDay } from "#app/availability/copy-day.ts";
import { getWeek } from "#app/availability/edit-hours.db.server.ts";
import { workingWeekForm, workingWeekFormOf } from "#app/availability/working-week.form.ts";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { setWeek } from "#app/diary/set-week.server.ts";
import { toldWeek } from "#app/diary/told-week.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { acceptedIn } from "#app/routes/admin/hours/accepted.ts";
import { CycleFields } from "#app/routes/admin/hours/cycle-fields.tsx";
import { StrandedNotice, type StrandedReply } from "#app/routes/admin/hours/stranded-notice.tsx";
import { BreakFields, CopiedNotice, type CopiedReply, CopyFields } from "#app/routes/admin/hours/week-extras.tsx";
import { labelsOf, WEEK_LABELS, WeekFields } from "#app/routes/admin/hours/week-fields.tsx";
import { WeekInWords } from "#app/routes/admin/hours/week-in-words.tsx";
import { useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/week.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const db = app.db.kysely;
  if (!mayWith(actorOf(context), ["see", "hours"], params.therapistId)) throw refusedAs("unknown");
  const week = await getWeek(db, params.therapistId);
  const therapist = (await listEditedTherapists(db)).find(({ id }) => id === params.therapistId);
  if (!week || !therapist) throw refusedAs("unknown");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return {
    name: therapist.name,
    version: week.version,
    stored: fieldsOf(workingWeekFormOf(week.weekly)),
    told: mayWith(actorOf(context), ["change", "hours"], params.therapistId) ? null : toldWeek(week.weekly),
    zone,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { therapistId } = params;
  const { fields: sentFields, version, intent } = await sentTo(request);
  const { accepted: _, ...unfilled } = sentFields;
  const { fields, from, to } = copyDay(unfilled);
  const sent = { fields, version, intent };
  if (intent === "copy") {
    if (to.length === 0) return invalid(sent, { "copy.to": "Tick the days to copy to" });
    return data<CopiedReply>({ kind: "copied", typed: { ...fields, version: String(version) }, from, to });
  }
  const form = readFields(workingWeekForm, fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const change = { therapistId, version, weekly: form.value.week, accepted: acceptedIn(sentFields) };
  const outcome = await setWeek(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "strands") {
    return data<StrandedReply>({ ...outcome, typed: { ...fields, version: String(version) } }, { status: 409 });
  }
  if (outcome.kind === "stale") {
    return stale(sent, { theirs: workingWeekFormOf(outcome.weekly), version: outcome.version });
  }
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  if (outcome.stranded.length > 0) throw saved(href("/admin/stranded"));
  throw saved(href("/admin/hours/:therapistId", { therapistId }));
}

const LABELS = {
  ...WEEK_LABELS,
  ...labelsOf("weekB", "Week B: "),
  alternates: "Alternate weeks",
  weekAFrom: "Any date in week A",
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Hours of ${at.loaderData?.name ?? "a therapist"}`);

export default function Week({ loaderData, actionData }: Route.ComponentProps) {
  const { name, stored, version, told, zone } = loaderData;
  const isOwn = useOwnOnly()("see", "hours");
  if (told) return <WeekInWords told={told} />;
  const stranded = actionData?.kind === "strands" ? actionData : null;
  const copied = actionData?.kind === "copied" ? actionData : null;
  const isFilled = actionData?.kind === "strands" || actionData?.kind === "copied";
  const reply = isFilled ? { kind: "preview" as const, typed: actionData.typed } : actionData;
  return (
    <div className="max-w-4xl">
      <BackLink to={href("/admin/hours")}>All hours</BackLink>
      <PageHeading
        title={isOwn ? "Your weekly hours" : `Hours of ${name}`}
        intro="Every week, from now on. Leave a day blank for a day off."
      />
      <SavedNotice />
      {stranded && <StrandedNotice stranded={stranded} zone={zone} goAhead="Save, and keep these outside the hours" />}
      <EditForm
        key={reply ? JSON.stringify(reply.typed) : "stored"}
        {...{ stored, version, reply }}
        labels={LABELS}
        after={(edited) => <CopyFields {...edited} />}
      >
        {(edited) => (
          <>
            {copied && <CopiedNotice {...copied} />}
            <WeekFields {...edited} />
            <CycleFields {...edited} />
            <BreakFields {...edited} />
          </>
        )}
      </EditForm>
    </div>
  );
}
