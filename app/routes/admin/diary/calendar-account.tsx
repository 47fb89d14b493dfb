import { Form, href, Link } from "react-router";
import { changePassword, chooseCalendars, getAccount, listCalendarsAgain } from "#app/calendars/accounts.server.ts";
import {
  type AccountCalendar,
  type CalendarAccount,
  COMPANIES,
  type Company,
} from "#app/calendars/calendar-account.ts";
import { accountChoiceForm, accountPasswordForm } from "#app/calendars/calendar-link.form.ts";
import { CLOSES_AFTER, linkFaultSentence } from "#app/calendars/calendar-link.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { type Edited, EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, Field, FieldError, Notice, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/calendar-account.ts";

const pageOf = (id: string) => `/admin/diary/subscriptions/account/${id}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const account = await getAccount(app, actor, params.id);
  if (!account) throw refusedAs("not-found");
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  return {
    account,
    therapist: practice.therapists.find(({ id }) => id === account.therapistId)?.name ?? "",
    failing: account.faultSince && localeMoment(account.faultSince, zone, locale),
  };
}

/** What is chosen (`save`), a new password (`password`), or the server's list of calendars once more (`look`). */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const sent = await sentTo(request);
  if (sent.intent === "password" || sent.intent === "look") {
    const read = readFields(accountPasswordForm, sent.intent === "look" ? { password: "stored" } : sent.fields);
    const silent = { ...sent, fields: {} };
    if (read.kind === "invalid") return invalid(silent, read.errors);
    const outcome: Awaited<ReturnType<typeof listCalendarsAgain>> =
      sent.intent === "look"
        ? await listCalendarsAgain(app, actor, id)
        : await changePassword(app, actor, { id, password: read.value.password });
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    if (outcome.kind === "invalid") return invalid(silent, { [outcome.field]: outcome.message });
    if (outcome.others !== undefined) return { others: outcome.others };
    throw saved(pageOf(id));
  }
  const read = readFields(accountChoiceForm, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  const outcome = await chooseCalendars(app, actor, { id, ...read.value });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") return invalid(sent, { [outcome.field]: outcome.message });
  throw saved("/admin/diary/subscriptions");
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Calendars of an account");

const LABELS = {
  reads: "Block online bookings",
  writesTo: "Appointments go to",
  shows: "Each appointment shows",
  closesAfter: "If we can’t read it",
};

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { account, therapist, failing } = loaderData;
  const { name, username, fault, calendars, kind } = account;
  const reply = actionData && "kind" in actionData ? actionData : undefined;
  const listed = actionData && !("kind" in actionData) ? actionData.others : undefined;
  const isOfPassword = reply?.kind === "invalid" && !("writesTo" in reply.typed);
  const stored = {
    ...Object.fromEntries(calendars.flatMap(({ key, linkId }) => (linkId ? [[`reads.${key}`, "on"]] : []))),
    ...{
      writesTo: account.writesTo ?? "none",
      shows: account.shows,
      closesAfter: String(account.closesAfter ?? "never"),
    },
  };
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/diary/subscriptions">Calendars</BackLink>
      <PageHeading title={`${therapist}’s calendars at ${name}`} intro={username} />
      <SavedNotice />
      {fault !== null && (
        <Notice tone="warning" className="mb-6">
          <p>
            Failing since {failing}. {linkFaultSentence(fault)}
          </p>
          <p>The last known times still block. New appointments go into the calendar once it works.</p>
          {kind !== "caldav" && <SignInAgain company={kind} />}
        </Notice>
      )}
      <EditForm
        stored={stored}
        version={calendars.length}
        reply={isOfPassword ? undefined : reply}
        labels={LABELS}
        saveLabel="Save calendars"
      >
        {(edited) => <Choices account={account} others={listed ?? []} edited={edited} />}
      </EditForm>
      <Form method="post" className="mt-4">
        <Button name="intent" value="look" look="outline">
          {kind !== "caldav" ? "Show other calendars" : "Look for new calendars"}
        </Button>
      </Form>
      {kind === "caldav" && <Password reply={isOfPassword ? reply : undefined} />}
      {kind !== "caldav" && reply?.kind === "invalid" && isOfPassword && (
        <Notice tone="warning" live className="mt-4">
          <p>{Object.values(reply.errors)[0]}</p>
          <SignInAgain company={kind} />
        </Notice>
      )}
      {kind !== "caldav" && listed !== undefined && <Listed company={kind} others={listed} />}
      {kind !== "caldav" && <Leaving company={kind} />}
    </div>
  );
}

/** What the company answered: the calendars themselves stand above, to be ticked. */
function Listed({ company, others }: { company: Company; others: readonly AccountCalendar[] | null }) {
  const name = COMPANIES[company];
  return (
    <Notice tone={others === null ? "warning" : "info"} live className="mt-4">
      {others === null ? (
        <>
          <p>{name} does not let us see which other calendars you have. Sign in again and allow that, too.</p>
          <SignInAgain company={company} />
        </>
      ) : (
        <p>
          {others.length === 0
            ? `The connection works. You have no other calendars at ${name}.`
            : `Your other calendars at ${name} are listed above. We keep the names of those that you select and save.`}
        </p>
      )}
    </Notice>
  );
}

const LEAVING: Record<Company, string> = {
  google:
    "When you disconnect, we also end the sign-in at Google. You can end it yourself at myaccount.google.com/connections.",
  microsoft:
    "When you disconnect, we delete the sign-in here. Microsoft lets only you end it there: remove this site’s access at account.live.com/consent/Manage, or at myapps.microsoft.com if it is a work account.",
};

function Leaving({ company }: { company: Company }) {
  return (
    <section aria-labelledby="leaving" className="mt-8 border-t border-line pt-6">
      <h2 id="leaving" className="text-xl">
        Ending the sign-in
      </h2>
      <p className="mt-1 text-ink-soft wrap-anywhere">{LEAVING[company]}</p>
    </section>
  );
}

function SignInAgain({ company }: { company: Company }) {
  return (
    <p>
      <Link to={href("/admin/diary/subscriptions/sign-in/:company", { company })} className="prose-link">
        Sign in with {COMPANIES[company]} again
      </Link>
    </p>
  );
}

type ChoicesProps = { account: CalendarAccount; others: readonly AccountCalendar[]; edited: Edited };

function Choices({ account, others, edited }: ChoicesProps) {
  const { field, tick, errors } = edited;
  const { calendars } = account;
  const readable = [...calendars.filter(({ reads }) => reads), ...others];
  const targets = calendars
    .filter(({ writes }) => writes)
    .map(({ key, name }) => ({ value: key, words: <span className="wrap-anywhere">{name}</span> }));
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-[650]">{LABELS.reads}</legend>
        <p className="mb-2 text-sm text-ink-soft">
          No one can book online while these are busy. We look every 5 minutes, and store only times, never titles.
        </p>
        {errors.reads && <FieldError id="reads-error">{errors.reads}</FieldError>}
        {readable.map(({ key, name }, index) => (
          <TickBox key={key} id={index === 0 ? "reads" : undefined} {...tick(`reads.${key}`)} className="wrap-anywhere">
            {name}
          </TickBox>
        ))}
      </fieldset>
      <RadioChoice
        field={field}
        errors={errors}
        name="writesTo"
        title={LABELS.writesTo}
        choices={[{ value: "none", words: "No calendar" }, ...targets]}
      />
      <Select
        label={LABELS.shows}
        {...field("shows")}
        hint="The calendar’s company can read it. We never send treatments or contact details."
      >
        <option value="times">“Appointment” and the time</option>
        <option value="initials">The client’s initials</option>
        <option value="names">First name and initial</option>
      </Select>
      <Select label={LABELS.closesAfter} {...field("closesAfter")}>
        <option value="never">Keep the last known times</option>
        {CLOSES_AFTER.map((hours) => (
          <option key={hours} value={hours}>
            Close online booking after {hours} hours
          </option>
        ))}
      </Select>
    </>
  );
}

function Password({ reply }: { reply: EditReply | undefined }) {
  return (
    <section aria-labelledby="new-password" className="mt-8 border-t border-line pt-6">
      <h2 id="new-password" className="text-xl">
        New app password
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">Needed when you have revoked the old one.</p>
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <Field
          label="App password"
          name="password"
          type="password"
          autoComplete="off"
          error={reply?.kind === "invalid" ? Object.values(reply.errors)[0] : undefined}
          className="w-full max-w-sm"
        />
        <Button name="intent" value="password" look="outline">
          Save password
        </Button>
      </Form>
    </section>
  );
}
