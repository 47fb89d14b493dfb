import { useEffect, useRef } from "react";
import { data, href, Link } from "react-router";
import { weekdaysInWords } from "#app/availability/week-cycle.ts";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { weekAuditView } from "#app/diary/stranded/week-audit-view.ts";
import { getWeek } from "#app/hours/edit-hours.db.server.ts";
import { copyDay, workingWeekForm, workingWeekFormOf } from "#app/hours/working-week.form.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { type FormReply, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { nameOf } from "#app/platform/wall-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { DAYS_OFF } from "#app/routes/admin/hours/hours-tabs.tsx";
import { acceptedIn, StrandedNotice, type StrandedReply } from "#app/routes/admin/hours/stranded-notice.tsx";
import { labelsOf, Range, WEEK_LABELS, WeekFields } from "#app/routes/admin/hours/week-fields.tsx";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { type Edited, EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Field, FieldError, Notice, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/week.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const db = app.db.kysely;
  if (!mayWith(actor, ["see", "hours"], params.therapistId)) throw refusedAs("not-found");
  const week = await getWeek(db, params.therapistId);
  const therapist = (await listEditedTherapists(db)).find(({ id }) => id === params.therapistId);
  if (!week || !therapist) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return {
    name: therapist.name,
    version: week.version,
    stored: fieldsOf(workingWeekFormOf(week.weekly)),
    readOnlyWeek: mayWith(actor, ["change", "hours"], params.therapistId) ? null : weekAuditView(week.weekly),
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
    if (to.length === 0) return invalid(sent, { "copy.to": "Select the days to copy to" });
    return data<CopiedReply>({ kind: "copied", typed: { ...fields, version: String(version) }, from, to });
  }
  const form = readFields(workingWeekForm, fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const { app, actor } = openRequest(context);
  const before = await getWeek(app.db.kysely, therapistId);
  const change = { therapistId, version, weekly: form.value.week, accepted: acceptedIn(sentFields) };
  const outcome = await setWeek(app, actor, change);
  if (outcome.kind === "strands") {
    return data<StrandedReply>({ ...outcome, typed: { ...fields, version: String(version) } }, { status: 409 });
  }
  if (outcome.kind === "conflict") {
    return stale(sent, { theirs: workingWeekFormOf(outcome.weekly), version: outcome.version });
  }
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  if (outcome.stranded.length > 0) throw saved(href("/admin/stranded"));
  // The week before, as the form of this page sends it.
  const now = await getWeek(app.db.kysely, therapistId);
  const undo = { ...fieldsOf(workingWeekFormOf(before?.weekly ?? [])), version: String(now?.version ?? version) };
  return data({ kind: "done" as const, typed: {}, undo });
}

const LABELS = {
  ...WEEK_LABELS,
  ...labelsOf("weekB", "Week B: "),
  alternates: "Alternate weeks",
  weekAFrom: "Any date in week A",
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Hours of ${at.loaderData?.name ?? "a therapist"}`);

export default function Week({ loaderData, actionData }: Route.ComponentProps) {
  const { name, stored, version, readOnlyWeek, zone } = loaderData;
  const isOwn = useOwnOnly()("see", "hours");
  if (readOnlyWeek) return <WeekInWords week={readOnlyWeek} />;
  const stranded = actionData?.kind === "strands" ? actionData : null;
  const copied = actionData?.kind === "copied" ? actionData : null;
  const isFilled = actionData?.kind === "strands" || actionData?.kind === "copied";
  const done = actionData?.kind === "done" ? actionData : null;
  const reply = isFilled
    ? { kind: "preview" as const, typed: actionData.typed }
    : actionData?.kind === "done"
      ? undefined
      : actionData;
  return (
    <div className="max-w-4xl">
      <BackLink to={href("/admin/hours")}>All hours</BackLink>
      <PageHeading
        title={isOwn ? "Your weekly hours" : `Hours of ${name}`}
        intro="Applies every week from now on. Leave a day blank for a day off."
      />
      {done && <UndoNotice key={version} tone="success" words="Saved." undo={done.undo} className="mb-6" />}
      {stranded && <StrandedNotice stranded={stranded} zone={zone} goAhead="Save and deal with these later" />}
      <EditForm
        key={reply ? JSON.stringify(reply.typed) : `stored ${version}`}
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

/** Alternate weeks: the week above is A. Closed for those who work the same every week. */
function CycleFields(edited: Edited) {
  const { field, tick, errors } = edited;
  const isSame = useRef(!tick("alternates").defaultChecked);
  const isOpen = tick("alternates").defaultChecked || errors.weekAFrom !== undefined;
  return (
    <details open={isOpen} className="border-t border-line pt-5">
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-[650]">Alternate weeks</summary>
      <div className="mt-2 space-y-4">
        <TickBox
          {...tick("alternates")}
          hint="The hours above are for week A. Week B begins with the same hours: change them below."
          onChange={({ currentTarget: { form, checked } }) => {
            if (form && checked && isSame.current) copyWeek(form);
            isSame.current = false;
          }}
        >
          These hours alternate
        </TickBox>
        <div className="max-w-xs">
          <Field label="Any date in week A" type="date" {...field("weekAFrom")} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">Week B</h2>
          <Button
            type="button"
            look="outline"
            size="small"
            onClick={({ currentTarget: { form } }) => form && copyWeek(form, { all: true })}
          >
            Copy week A to week B
          </Button>
        </div>
        <WeekFields {...edited} name="weekB" of="week B" />
      </div>
    </details>
  );
}

/** Week A into week B, as far as it has fields for it. `all`: also over what was typed there. */
function copyWeek(form: HTMLFormElement, { all = false } = {}): void {
  for (const other of form.querySelectorAll<HTMLInputElement>("[name^='weekB.']")) {
    if (!all && other.value !== other.defaultValue) continue;
    const input = form.elements.namedItem(other.name.replace("weekB.", "week."));
    other.value = input instanceof HTMLInputElement ? input.value : "";
    other.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** A week for a therapist whose weekly hours an owner changes. */
function WeekInWords({ week: { weekAFrom, ...days } }: { week: Record<string, string> }) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/hours")}>All hours</BackLink>
      <PageHeading title="Your weekly hours" intro="An owner changes your weekly hours." />
      {weekAFrom && <p className="mb-4">Week A is the one of {dayInWords(weekAFrom, { year: true })}.</p>}
      <dl className="divide-y divide-line border-y border-line">
        {Object.entries(days).map(([day, times]) => (
          <div key={day} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="font-[650]">{day}</dt>
            <dd className="figures">{times}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <Link to={DAYS_OFF} className="prose-link inline-flex min-h-11 items-center">
          Ask for time off
        </Link>
      </p>
    </div>
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** A day was copied in the form; nothing is saved. */
type CopiedReply = FormReply<{ kind: "copied"; from: number; to: number[] }>;

function BreakFields({ field }: Edited) {
  return (
    <FormSection title="A break on every working day" intro="We take it out of the hours above when you save.">
      <div className="max-w-md">
        <Range field={field} name="break" labels={["Break from", "Break to"]} />
      </div>
    </FormSection>
  );
}

/** After the form's own buttons, so that the Enter key saves. */
function CopyFields({ field, tick, errors }: Edited) {
  const { error: _, ...from } = field("copy.from");
  const wrong = errors["copy.to"];
  return (
    <FormSection title="Copy a day to others" intro="This fills in the days above. Save to keep it.">
      <div className="max-w-xs">
        <Select label="Copy" {...from}>
          {DAYS.map((day) => (
            <option key={day} value={day}>
              {nameOf(day)}
            </option>
          ))}
        </Select>
      </div>
      <fieldset id="copy.to" tabIndex={-1} aria-describedby={wrong && "copy.to.error"}>
        <legend className="font-[650]">To</legend>
        {wrong && <FieldError id="copy.to.error">{wrong}</FieldError>}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4">
          {DAYS.map((day) => (
            <TickBox key={day} {...tick(`copy.to.${day}`)}>
              {nameOf(day)}
            </TickBox>
          ))}
        </div>
      </fieldset>
      <Button name="intent" value="copy" look="outline">
        Copy
      </Button>
    </FormSection>
  );
}

function CopiedNotice({ from, to }: CopiedReply) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice live>
        {nameOf(from)} is copied to {weekdaysInWords(to)}. Check the days, then save.
      </Notice>
    </div>
  );
}
