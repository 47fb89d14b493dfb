import { Form, Link } from "react-router";
import { COMPANIES, type Company } from "#app/calendars/calendar-account.ts";
import { closesAfterForm, connectForm, feedShowsForm } from "#app/calendars/calendar-link.form.ts";
import { type CalendarLink, CLOSES_AFTER, linkFaultSentence, needsNewAddress } from "#app/calendars/calendar-link.ts";
import {
  type ConnectedAccount,
  changeCalendarLink,
  connectCalendar,
  readCalendarPage,
} from "#app/calendars/links.server.ts";
import { changeSubscription, listSubscriptions } from "#app/diary/calendar-subscriptions.server.ts";
import type { Subscription } from "#app/diary/ical-feed.gateway.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, CONTROL, Field, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/subscriptions.ts";

const PAGE = "/admin/diary/subscriptions";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const { bookingRules, calendarApps } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  const moment = (at: number | null) => at && localeMoment(at, zone, locale);
  const { links, accounts, feeds } = await readCalendarPage(app, actor);
  return {
    subscriptions: await listSubscriptions(app, actor, feeds),
    links: links.map((link) => ({ ...link, read: moment(link.readAt), failing: moment(link.faultSince) })),
    accounts: accounts.map((account) => ({ ...account, failing: moment(account.faultSince) })),
    companies: (Object.keys(COMPANIES) as Company[]).filter((one) => calendarApps[one].clientId !== ""),
  };
}

/** Connects a calendar (`connect`), or changes what a diary shows (`shows`) or what a failing calendar does (`closes`). */
export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const sent = await sentTo(request);
  if (sent.intent === "shows" || sent.intent === "closes") {
    const read = readFields(sent.intent === "shows" ? feedShowsForm : closesAfterForm, sent.fields);
    if (read.kind === "invalid") return invalid(sent, read.errors);
    const outcome =
      "shows" in read.value
        ? await changeSubscription(app, actor, { therapistId: read.value.therapist, shows: read.value.shows })
        : await changeCalendarLink(app, actor, { id: read.value.link, closesAfter: read.value.closesAfter });
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    throw saved(PAGE);
  }
  const read = readFields(connectForm, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  const { therapist: therapistId, ...typed } = read.value;
  const outcome = await connectCalendar(app, actor, { therapistId, typed });
  if (outcome.kind === "invalid") return invalid(sent, { [outcome.field]: outcome.message });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  throw saved(PAGE);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Calendars");

type LinkView = Omit<CalendarLink, "readAt" | "faultSince"> & { read: string | 0 | null; failing: string | 0 | null };

export default function Subscriptions({ loaderData, actionData }: Route.ComponentProps) {
  const isOwn = useOwnOnly()("see", "calendars");
  const { subscriptions, accounts, companies } = loaderData;
  const mayRegister = useMay()("change", "settings");
  const links = loaderData.links.filter(({ accountId }) => accountId === null);
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/diary">Diary</BackLink>
      <PageHeading
        title="Calendars"
        intro={
          isOwn
            ? "Your diary in the calendar of your phone, and your own calendars here."
            : "Each therapist’s diary in the calendar of their phone, and their own calendars here."
        }
      />
      <SavedNotice />
      <ul>
        {subscriptions.map((subscription) => (
          <li key={subscription.therapistId} className="border-b border-line py-5">
            <h2 className="text-lg">{subscription.therapistName}</h2>
            <DiaryOut subscription={subscription} />
            {links.some(({ therapistId }) => therapistId === subscription.therapistId) && (
              <section aria-label={`Calendars that block ${subscription.therapistName}’s time`} className="mt-6">
                <h3 className="text-base">Blocks online bookings</h3>
                <ul>
                  {links
                    .filter(({ therapistId }) => therapistId === subscription.therapistId)
                    .map((link) => (
                      <CalendarIn key={link.id} link={link} therapist={subscription.therapistName} />
                    ))}
                </ul>
              </section>
            )}
            {accounts
              .filter(({ therapistId }) => therapistId === subscription.therapistId)
              .map((account) => (
                <AccountIn
                  key={account.id}
                  account={account}
                  links={loaderData.links.filter(({ accountId }) => accountId === account.id)}
                />
              ))}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ink-soft">
        Google reads a subscribed diary again every few hours, sometimes only once a day. For changes straight away,
        turn on{" "}
        <Link to="/admin/notifications" className="prose-link">
          notifications
        </Link>
        .
      </p>
      {subscriptions.length > 0 && (
        <>
          <ConnectCalendar subscriptions={subscriptions} count={links.length} reply={actionData} />
          <section aria-labelledby="connect-account" className="mt-8 border-t border-line pt-6">
            <h2 id="connect-account" className="text-xl">
              Connect with a password
            </h2>
            <p className="mt-1 mb-3 text-ink-soft">
              For iCloud, Fastmail, Nextcloud, mailbox.org and other CalDAV servers. Appointments also go into the
              therapist’s own calendar, with a change within a minute.
            </p>
            <LinkButton to={`${PAGE}/account`} look="outline">
              Connect with a password
            </LinkButton>
          </section>
          {(companies.length > 0 || mayRegister) && <SignIns companies={companies} />}
        </>
      )}
    </div>
  );
}

function SignIns({ companies }: { companies: readonly Company[] }) {
  return (
    <section aria-labelledby="sign-in" className="mt-8 border-t border-line pt-6">
      <h2 id="sign-in" className="text-xl">
        Connect by signing in
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        For Google and Microsoft. Busy times there count here, and appointments appear there within a minute.
        {companies.length === 0 && " An owner registers this site there first."}
      </p>
      <div className="flex flex-wrap gap-2">
        {companies.map((company) => (
          <LinkButton key={company} to={`${PAGE}/sign-in/${company}`} look="outline">
            Sign in with {COMPANIES[company]}
          </LinkButton>
        ))}
        {companies.length === 0 && (
          <LinkButton to="/admin/settings/calendar-apps" look="outline">
            Set up sign-in
          </LinkButton>
        )}
      </div>
    </section>
  );
}

const SHOWS: Record<Subscription["shows"], string> = {
  times: "Times only",
  initials: "Clients’ initials",
  names: "First name and initial",
};

function DiaryOut({ subscription: { therapistId, therapistName, url, shows } }: { subscription: Subscription }) {
  return (
    <>
      <p className="mt-1 text-ink-soft">
        {url
          ? "Anyone who has this address can read the diary."
          : "Make an address to see this diary in another calendar. Anyone who has it can read the diary."}
      </p>
      {url && (
        <label className="mt-2 block text-sm">
          Address to subscribe to
          <input readOnly value={url} className={`${CONTROL} mt-1`} onFocus={(event) => event.target.select()} />
        </label>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {url && (
          <a href={url.replace(/^https?:/, "webcal:")} className="prose-link inline-flex min-h-11 items-center pr-3">
            Subscribe on this device
          </a>
        )}
        <ChangeButton
          change={{ action: `${PAGE}/change`, fields: { make: therapistId } }}
          ask={url ? renewQuestion(therapistName) : undefined}
          label={`${url ? "New address" : "Make an address"}: ${therapistName}`}
        >
          {url ? "New address" : "Make an address"}
        </ChangeButton>
        {url && (
          <ChangeButton
            look="quiet"
            change={{ action: `${PAGE}/change`, fields: { revoke: therapistId } }}
            ask={revokeQuestion(therapistName)}
            label={`Revoke: ${therapistName}`}
          >
            Revoke
          </ChangeButton>
        )}
      </div>
      {url && (
        <Form method="post" className="mt-3 flex flex-wrap items-end gap-2">
          <input type="hidden" name="therapist" value={therapistId} />
          <Select
            label="Shows of each appointment"
            name="shows"
            defaultValue={shows}
            key={shows}
            id={`shows-${therapistId}`}
          >
            {Object.entries(SHOWS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
          <Button name="intent" value="shows" look="outline" aria-label={`Save what ${therapistName}’s diary shows`}>
            Save
          </Button>
        </Form>
      )}
    </>
  );
}

function CalendarIn({ link, therapist }: { link: LinkView; therapist: string }) {
  const { id, name, read, skipped, fault, failing, isClosed, closesAfter } = link;
  return (
    <li className="mt-3">
      <p className="wrap-anywhere">
        <strong className="font-[650]">{name}</strong>, last read {read}
      </p>
      {skipped > 0 && (
        <p className="text-ink-soft">
          {skipped === 1
            ? "1 event could not be read and does not block."
            : `${skipped} events could not be read and do not block.`}
        </p>
      )}
      {fault !== null && (
        <Notice tone="warning" className="mt-2">
          <p>
            Not read since {failing}. {linkFaultSentence(fault)}
          </p>
          {needsNewAddress(fault) && <p>To change the address, disconnect this calendar and connect it again.</p>}
          <p>
            {isClosed
              ? `Online booking with ${therapist} is closed until it works.`
              : "The last known times still block. New events do not."}
          </p>
        </Notice>
      )}
      <Form method="post" className="mt-2 flex flex-wrap items-end gap-2">
        <input type="hidden" name="link" value={id} />
        <Select
          label="If we can’t read it"
          name="closesAfter"
          id={`closes-${id}`}
          defaultValue={closesAfter ?? "never"}
          key={closesAfter}
        >
          <ClosingChoices />
        </Select>
        <Button name="intent" value="closes" look="outline" aria-label={`Save what happens if we can’t read ${name}`}>
          Save
        </Button>
        <ChangeButton
          look="quiet"
          size="normal"
          change={{ action: `${PAGE}/change`, fields: { disconnect: id } }}
          ask={disconnectQuestion(name)}
          label={`Disconnect ${name}: ${therapist}`}
        >
          Disconnect
        </ChangeButton>
      </Form>
    </li>
  );
}

type AccountView = ConnectedAccount & { failing: string | 0 | null };

/** Calendars behind a password: what blocks, where appointments go, and what is wrong. */
function AccountIn({ account, links }: { account: AccountView; links: readonly LinkView[] }) {
  const { id, name, username, target, fault, failing } = account;
  const worst = fault === null ? (links.find((link) => link.fault !== null) ?? null) : null;
  const failure = fault ?? worst?.fault ?? null;
  const page = `${PAGE}/account/${id}`;
  return (
    <section aria-label={`Calendars at ${name}`} className="mt-6">
      <h3 className="text-base wrap-anywhere">
        {name} <span className="font-normal text-ink-soft">{username}</span>
      </h3>
      <ul className="mt-1">
        {links.map((link) => (
          <li key={link.id} className="wrap-anywhere">
            Blocks online bookings: <strong className="font-[650]">{link.name}</strong>, last read {link.read}
          </li>
        ))}
        {target !== null && (
          <li className="wrap-anywhere">
            Appointments go to: <strong className="font-[650]">{target}</strong>
          </li>
        )}
        {links.length === 0 && target === null && <li>No calendar is chosen yet.</li>}
      </ul>
      {failure !== null && (
        <Notice tone="warning" className="mt-2">
          <p>
            Failing since {failing || worst?.failing}. {linkFaultSentence(failure)}
          </p>
          <p>The last known times still block. New appointments go into the calendar once it works.</p>
        </Notice>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <LinkButton to={page} look="outline" size="small" aria-label={`Change the calendars at ${name}`}>
          Change
        </LinkButton>
        <ChangeButton
          look="quiet"
          change={{ action: `${PAGE}/change`, fields: { account: id } }}
          ask={accountQuestion(account)}
          label={`Disconnect the calendars at ${name}`}
        >
          Disconnect
        </ChangeButton>
      </div>
    </section>
  );
}

function ClosingChoices() {
  return (
    <>
      <option value="never">Keep the last known times</option>
      {CLOSES_AFTER.map((hours) => (
        <option key={hours} value={hours}>
          Close online booking after {hours} hours
        </option>
      ))}
    </>
  );
}

const LABELS = {
  therapist: "Therapist",
  address: "Calendar address",
  name: "Name (optional)",
  closesAfter: "If we can’t read it",
};

type Connecting = { subscriptions: readonly Subscription[]; count: number; reply: EditReply | undefined };

function ConnectCalendar({ subscriptions, count, reply }: Connecting) {
  const [only, ...others] = subscriptions;
  return (
    <section aria-labelledby="connect" className="mt-8 border-t border-line pt-6">
      <h2 id="connect" className="text-xl">
        Connect a calendar
      </h2>
      <p className="mt-1 text-ink-soft">
        No one can book online while the calendar is busy. We read it every 10 minutes. We store only times, never
        titles.
      </p>
      <ul className="my-4 list-disc space-y-2 pl-5">
        <li>Google: on a computer, open Settings, choose your calendar and copy “Secret address in iCal format”.</li>
        <li>Outlook: open Settings, Calendar, Shared calendars, publish your calendar and copy the ICS link.</li>
        <li>iCloud: open the calendar’s sharing options, turn on “Public Calendar” and copy the link.</li>
      </ul>
      <EditForm
        stored={{ therapist: only?.therapistId ?? "", address: "", name: "", closesAfter: "never" }}
        version={count}
        reply={reply}
        labels={LABELS}
        saveLabel="Connect calendar"
      >
        {({ field }) => (
          <>
            {others.length > 0 ? (
              <Select label={LABELS.therapist} {...field("therapist")}>
                {subscriptions.map(({ therapistId, therapistName }) => (
                  <option key={therapistId} value={therapistId}>
                    {therapistName}
                  </option>
                ))}
              </Select>
            ) : (
              <input type="hidden" name="therapist" value={only?.therapistId} />
            )}
            <Field
              label={LABELS.address}
              {...field("address")}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              hint="It begins with https:// or webcal:// and opens without a sign-in."
            />
            <Field label={LABELS.name} {...field("name")} hint="Such as Home. Only your practice sees it." />
            <Select label={LABELS.closesAfter} {...field("closesAfter")}>
              <ClosingChoices />
            </Select>
          </>
        )}
      </EditForm>
    </section>
  );
}

function renewQuestion(name: string) {
  return {
    title: "Make a new address?",
    body: `${name}'s present address stops working at once. They have to subscribe again.`,
    keep: "Keep the present one",
    doIt: "Make a new address",
  };
}

function revokeQuestion(name: string) {
  return {
    title: "Revoke this address?",
    body: `Anyone subscribed to ${name}'s diary sees nothing new from now on.`,
    keep: "Keep it",
    doIt: "Revoke address",
  };
}

function disconnectQuestion(name: string) {
  return {
    title: "Disconnect this calendar?",
    body: `The busy times of ${name} no longer block online bookings.`,
    keep: "Keep it connected",
    doIt: "Disconnect calendar",
  };
}

function accountQuestion({ name, kind: company }: ConnectedAccount) {
  const secret = company === "caldav" ? "password" : "sign-in";
  return {
    title: "Disconnect this account?",
    body: `We delete the ${secret}${company === "google" ? ", and end it at Google" : ""}. The calendars at ${name} no longer block, and get no more appointments. Those that are there stay.${company === "microsoft" ? " To end the sign-in at Microsoft, remove this site’s access there." : ""}`,
    keep: "Keep it connected",
    doIt: "Disconnect account",
  };
}
