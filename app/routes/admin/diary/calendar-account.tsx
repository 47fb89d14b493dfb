import { Form, href, Link } from "react-router";
import { localeMoment } from "#app/appointments/time-words.ts";
import { changePassword, chooseCalendars, getAccount, listCalendarsAgain } from "#app/calendars/accounts.server.ts";
import { type CalendarAccount, COMPANIES, type Company } from "#app/calendars/calendar-account.ts";
import { accountChoiceForm, accountPasswordForm } from "#app/calendars/calendar-link.form.ts";
import { CLOSES_AFTER, linkFaultSentence } from "#app/calendars/calendar-link.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { type Edited, EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldError, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/calendar-account.ts";

const pageOf = (id: string) => `/admin/diary/subscriptions/account/${id}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const account = await getAccount(app, actorOf(context), params.id);
  if (!account) throw refusedAs("not-found");
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  const { locale } = requestInfoOf(context);
  return {
    account,
    therapist: practice.therapists.find(({ id }) => id === account.therapistId)?.name ?? "",
    failing: account.faultSince && localeMoment(account.faultSince, zone, locale),
  };
}

/** What is chosen (`save`), a new password (`password`), or the server's list of calendars once more (`look`). */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const sent = await sentTo(request);
  if (sent.intent === "password" || sent.intent === "look") {
    const read = readFields(accountPasswordForm, sent.intent === "look" ? { password: "stored" } : sent.fields);
    const silent = { ...sent, fields: {} };
    if (read.kind === "invalid") return invalid(silent, read.errors);
    const outcome =
      sent.intent === "look"
        ? await listCalendarsAgain(app, actor, id)
        : await changePassword(app, actor, { id, password: read.value.password });
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    if (outcome.kind === "invalid") return invalid(silent, { [outcome.field]: outcome.message });
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
  const isOfPassword = actionData?.kind === "invalid" && !("writesTo" in actionData.typed);
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
        reply={isOfPassword ? undefined : actionData}
        labels={LABELS}
        saveLabel="Save calendars"
      >
        {(edited) => <Choices account={account} edited={edited} />}
      </EditForm>
      <Form method="post" className="mt-4">
        <Button name="intent" value="look" look="outline">
          {kind !== "caldav" ? "Check the connection" : "Look for new calendars"}
        </Button>
      </Form>
      {kind === "caldav" && <Password reply={isOfPassword ? actionData : undefined} />}
      {kind !== "caldav" && actionData?.kind === "invalid" && isOfPassword && (
        <Notice tone="warning" live className="mt-4">
          <p>{Object.values(actionData.errors)[0]}</p>
          <SignInAgain company={kind} />
        </Notice>
      )}
    </div>
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

function Choices({ account, edited }: { account: CalendarAccount; edited: Edited }) {
  const { field, tick, errors } = edited;
  const { calendars } = account;
  const readable = calendars.filter(({ reads }) => reads);
  const targets = calendars
    .filter(({ writes }) => writes)
    .map(({ key, name }) => ({ value: key, words: <span className="wrap-anywhere">{name}</span> }));
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-[650]">{LABELS.reads}</legend>
        <p className="mb-2 text-sm text-ink-soft">
          Nobody can book online while these are busy. We look every 5 minutes, and store only times, never titles.
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
