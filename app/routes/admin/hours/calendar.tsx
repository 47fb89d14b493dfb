import { Form, href, Link, useSearchParams } from "react-router";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { shortNameOf } from "#app/catalogue/therapist.ts";
import { listExceptions, type StoredException } from "#app/hours/edit-hours.db.server.ts";
import { daysInWords } from "#app/hours/exception-in-words.ts";
import { NATIONS } from "#app/hours/nation.ts";
import { weekInWords } from "#app/hours/week-in-words.ts";
import {
  addDays,
  addMonths,
  dateInWords,
  localDateOf,
  monthFrom,
  monthInWords,
  weeksOf,
} from "#app/platform/date-time.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { covers, may, requireScope, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { sentTo } from "#app/routes/admin/edit-reply.ts";
import { changeCalendar } from "#app/routes/admin/hours/change-calendar.server.ts";
import { ExceptionForm, ExceptionList } from "#app/routes/admin/hours/exceptions.tsx";
import { HoursTabs } from "#app/routes/admin/hours/hours-tabs.tsx";
import { StrandedNotice } from "#app/routes/admin/hours/stranded-notice.tsx";
import { listOwnTimeOff } from "#app/team/time-off.server.ts";
import type { TimeOffRequest } from "#app/team/time-off-request.ts";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClasses, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/calendar.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const month = monthFrom(url.searchParams.get("month")) ?? today.slice(0, 7);
  const around = { from: addDays(`${month}-01`, -6), to: addDays(`${addMonths(month, 1)}-01`, 6) };
  const scope = requireScope(actor, "see", "closures");
  const isSeen = ({ therapistId }: StoredException) => therapistId === null || covers(scope, therapistId);
  const therapists = (await listEditedTherapists(db))
    .filter(({ id }) => covers(scope, id))
    .map(({ id, name, active }) => ({ id, name, active }));
  return {
    zone,
    today,
    month,
    therapists,
    weeks: practice.therapists
      .filter(({ id }) => covers(scope, id))
      .map(({ id, name }) => ({ id, name, lines: weekInWords(practice.weekly[id] ?? []) })),
    tab: tabFrom(url.searchParams, may(actor, "see", "hours")),
    forAll: scopeFor(actor, "change", "closures") === "all",
    day: url.searchParams.get("day") ?? "",
    inMonth: (await listExceptions(db, around)).filter(isSeen),
    requests: await listOwnTimeOff(app, actor, today),
    ahead: (await listExceptions(db, { from: today, to: "9999-12-31" })).filter(isSeen),
  };
}

/** What is asked of a month or a day is about days off. */
function tabFrom(query: URLSearchParams, seesWeeks: boolean): "weeks" | "days-off" {
  const isOfDays = query.get("tab") === "days-off" || query.has("month") || query.has("day");
  return isOfDays || !seesWeeks ? "days-off" : "weeks";
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  return changeCalendar(app, actor, await sentTo(request));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Hours");

export default function Hours({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, today, month, therapists, weeks, tab, day, inMonth, ahead, requests, forAll } = loaderData;
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
        intro={isOwn ? "Your working hours and time off." : "Working hours and days off for your team."}
      />
      <HoursTabs open={tab} />
      <Saved />
      {actionData?.kind === "refused" && (
        <Notice tone="warning" live className="mb-6">
          {actionData.words}
        </Notice>
      )}
      {actionData?.kind === "removed" && <TakenBack undo={actionData.undo} />}
      {actionData?.kind === "strands" && (
        <StrandedNotice stranded={actionData} zone={zone} goAhead="Save and deal with these later" />
      )}
      {forAll && <BankHolidays />}
      {tab === "weeks" ? (
        <Weeks {...{ weeks, isOwn }} />
      ) : (
        <>
          {requests.length > 0 && <RequestList requests={requests} />}
          <div className="grid gap-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <MonthTable {...{ month, today, shorts }} exceptions={inMonth} />
            {can("change", "closures") && (
              <ExceptionForm key={`${day} ${ahead.length}`} {...{ day, therapists, reply, forAll }} />
            )}
          </div>
          <ExceptionList exceptions={ahead} names={names} forAll={forAll} />
        </>
      )}
    </>
  );
}

function Saved() {
  const [query] = useSearchParams();
  if (query.has("asked"))
    return <SavedNotice>Request sent. Clients can still book this time until an owner approves it.</SavedNotice>;
  const added = query.get("added");
  if (added) return <SavedNotice undo={{ action: href("/admin/diary/blocks"), fields: { remove: added } }} />;
  return <SavedNotice>{query.has("withdrawn") ? "Withdrawn." : "Saved."}</SavedNotice>;
}

type WeeksProps = {
  weeks: readonly { id: string; name: string; lines: ReturnType<typeof weekInWords> }[];
  isOwn: boolean;
};

/** Each therapist's week in words, and the way to change it. */
function Weeks({ weeks, isOwn }: WeeksProps) {
  if (weeks.length === 0)
    return (
      <>
        <p className="mb-4">No therapists yet. Their weekly hours appear here.</p>
        <LinkButton to={href("/admin/therapists/new")}>Add a therapist</LinkButton>
      </>
    );
  return (
    <ul className="max-w-3xl divide-y divide-line border-y border-line">
      {weeks.map(({ id, name, lines }) => (
        <li key={id} className="flex items-center justify-between gap-4 py-3">
          <div className="min-w-0">
            <h2 className="text-base wrap-anywhere">{isOwn ? "Your weekly hours" : name}</h2>
            {lines.map(({ week, words }) => (
              <p key={week} className="figures text-ink-soft">
                {week && `Week ${week}: `}
                {words}
              </p>
            ))}
          </div>
          <LinkButton
            to={href("/admin/hours/:therapistId", { therapistId: id })}
            look="outline"
            size="small"
            className="shrink-0"
            aria-label={isOwn ? "Edit your weekly hours" : `Edit: ${name}`}
          >
            Edit
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}

/** What a therapist has asked to be off, and how it stands. Confirmed, it is among the closures. */
function RequestList({ requests }: { requests: readonly TimeOffRequest[] }) {
  return (
    <section aria-labelledby="asked" className="mb-10">
      <h2 id="asked" className="mb-3 text-lg">
        Time off that you asked for
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                {daysInWords(request)}
                {request.state === "open" ? (
                  <StatusTag look="waiting">Waits for an owner</StatusTag>
                ) : (
                  <StatusTag look="bad">Declined</StatusTag>
                )}
              </p>
              {request.answer && <p className="text-sm text-ink-soft wrap-anywhere">“{request.answer}”</p>}
            </div>
            {request.state === "open" && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={request.id} />
                <Button
                  name="intent"
                  value="withdraw"
                  look="outline"
                  size="small"
                  aria-label={`Withdraw: ${daysInWords(request)}`}
                >
                  Withdraw
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function BankHolidays() {
  return (
    <section aria-labelledby="bank-holidays" className="mb-10 max-w-3xl">
      <h2 id="bank-holidays" className="mb-1 text-lg">
        Bank holidays
      </h2>
      <p className="mb-3 text-ink-soft">Closes the whole practice on each bank holiday left this year and next.</p>
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <Select label="Nation" name="nation" className="w-56">
          {Object.entries(NATIONS).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Button name="intent" value="bank-holidays" look="outline">
          Close on bank holidays
        </Button>
      </Form>
    </section>
  );
}

/** A closure or extra opening was removed: offers Undo. */
function TakenBack({ undo }: { undo: Fields }) {
  return (
    <Notice tone="success" live className="mb-6 flex flex-wrap items-center gap-3">
      Removed.
      <Form method="post">
        {Object.entries(undo).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="intent" value="add" look="outline" size="small">
          Undo
        </Button>
      </Form>
    </Notice>
  );
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

type Shorts = Record<string, string>;
type Props = { month: string; today: string; shorts: Shorts; exceptions: readonly StoredException[] };

/** A month with its closures and extra openings. Each day links to a new one there. */
function MonthTable({ month, today, shorts, exceptions }: Props) {
  const onDay = (date: string) => exceptions.filter(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
  return (
    <section aria-labelledby="month">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id="month" className="text-lg">
          {monthInWords(month)}
        </h2>
        <nav aria-label="Months" className="flex gap-2">
          <MonthLink month={addMonths(month, -1)}>Earlier</MonthLink>
          <MonthLink month={addMonths(month, 1)}>Later</MonthLink>
        </nav>
      </div>
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">Closures and openings in {monthInWords(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" className="p-1 text-left font-[650]">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="border border-line p-0 align-top">
                  <Day {...{ date, today, shorts }} inside={date.startsWith(month)} exceptions={onDay(date)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type DayProps = Omit<Props, "month"> & { date: string; inside: boolean };

function Day({ date, today, shorts, inside, exceptions }: DayProps) {
  const number = Number(date.slice(8));
  return (
    <Link
      to={`?month=${date.slice(0, 7)}&day=${date}#add`}
      aria-current={date === today ? "date" : undefined}
      className={`block min-h-14 p-1 no-underline hover:bg-wash sm:min-h-20 ${inside ? "" : "text-ink-soft"}`}
    >
      <span className="sr-only">{dateInWords(date)}</span>
      <span aria-hidden="true" className={date === today ? "border-b-3 border-accent font-[650]" : undefined}>
        {number}
      </span>
      {exceptions.map(({ id, kind, therapistId, reason }) => (
        <span
          key={id}
          className={`mt-1 block rounded-sm px-1 text-xs break-words hyphens-auto ${kind === "closure" ? "bg-danger-wash text-danger" : "bg-success-wash text-success"}`}
        >
          <span aria-hidden="true" className="sm:hidden">
            {kind === "closure" ? "×" : "+"}
          </span>
          <span className="max-sm:sr-only">
            {kind === "closure" ? "Closed" : "Open"}
            {therapistId ? `: ${shorts[therapistId] ?? ""}` : ""}
            {reason ? `, ${reason}` : ""}
          </span>
        </span>
      ))}
    </Link>
  );
}

function MonthLink({ month, children }: { month: string; children: string }) {
  return (
    <Link to={`?month=${month}`} preventScrollReset className={buttonClasses({ look: "outline", size: "small" })}>
      {children}
      <span className="sr-only">: {monthInWords(month)}</span>
    </Link>
  );
}
