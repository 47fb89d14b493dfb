import { Form, href, Link } from "react-router";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { calendlyFormOf } from "#app/connections/calendly/calendly.form.ts";
import { calendlyInUse } from "#app/connections/calendly/calendly-in-use.server.ts";
import { listDifferences } from "#app/connections/calendly/differences.db.server.ts";
import { listClashes, listOdd } from "#app/connections/calendly/external-bookings.db.server.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { sentTo } from "#app/routes/admin/edit-reply.ts";
import { CalendlyFields } from "#app/routes/admin/settings/calendly/calendly-fields.tsx";
import { changeCalendly } from "#app/routes/admin/settings/calendly/change-calendly.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/calendly.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = openRequest(context, "see", "settings");
  const db = app.db.kysely;
  const version = (await readPractice(app)).saved.scheduler?.version ?? 0;
  const { scheduler, bookingRules } = (await readPractice(app)).settings;
  const { services, therapists } = await readPractice(app);
  const inUse = await calendlyInUse(app);
  const adapter = inUse.kind === "on" ? await getAdapter(db, "calendly") : null;
  const words = (instant: number) => timeInWords(instant, bookingRules.zone);
  return {
    stored: fieldsOf(calendlyFormOf(scheduler)),
    version,
    hasToken: scheduler.token !== "",
    services: services.map(({ id, title }) => ({ id, name: title })),
    therapists: therapists.map(({ id, name }) => ({ id, name })),
    state: {
      inUse: inUse.kind,
      hook: inUse.kind === "on" ? inUse.facts.hook : "none",
      adapter: adapter && { state: adapter.state, since: words(adapter.since), fault: adapter.fault },
    },
    differences: (await listDifferences(db, app.clock.now())).map(({ id, name, there, here, isCancelled }) => ({
      id,
      name: name ?? "Unknown",
      there: words(there),
      here: isCancelled ? "cancelled" : words(here),
    })),
    odd: (await listOdd(db)).map(({ start, ...booking }) => ({
      ...booking,
      when: start === null ? "No date that we can read" : `${words(start)}, for more than 24 hours`,
    })),
    clashes: (await listClashes(db)).map(({ start, end, ...clash }) => ({ ...clash, when: words(start) })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeCalendly({ request, context }, await sentTo(request));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Calendly");

export default function CalendlySettings({ loaderData, actionData }: Route.ComponentProps) {
  const { state, clashes, odd, differences, ...fields } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Calendly"
        intro="Already on Calendly? Your booking page can show your calendar there instead of ours. What is booked there then appears in your diary here."
      />
      <CalendlyState {...state} />
      {clashes.length > 0 && <Clashes clashes={clashes} />}
      {odd.length > 0 && <OddTimes odd={odd} />}
      {differences.length > 0 && <DifferencesThere differences={differences} />}
      <CalendlyFields {...fields} reply={actionData ?? null} />
      <p className="mt-8 text-ink-soft">
        An appointment that you move or cancel here stays as it was on Calendly: its page says so, and leads to it
        there. What you change there appears here within minutes. What Calendly’s emails say is set there. Before you
        switch, see{" "}
        <Link to={href("/admin/settings/words/:page", { page: "cookies" })} className="prose-link">
          what your page about cookies says
        </Link>
        .
      </p>
    </div>
  );
}

type Props = { differences: { id: string; name: string; there: string; here: string }[] };

/** What was moved or cancelled here, and still stands on Calendly as it was. */
function DifferencesThere({ differences }: Props) {
  return (
    <section aria-labelledby="differences" className="mb-8">
      <h2 id="differences" className="text-xl">
        Changed here, not on Calendly ({differences.length})
      </h2>
      <p className="mt-1">Calendly goes on reminding them as before. Open each, and change it there as well.</p>
      <ul className="mt-3">
        {differences.map(({ id, name, there, here }) => (
          <li key={id} className="border-t border-line py-3 wrap-anywhere">
            <Link
              to={href("/admin/appointments/:id", { id })}
              className="prose-link inline-flex min-h-6 items-center font-[650]"
            >
              {name}
            </Link>
            <p>There: {there}</p>
            <p>Here: {here}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type StateProps = {
  inUse: "off" | "shut" | "on";
  hook: "none" | "active" | "plan";
  adapter: { state: "ok" | "failing" | "revoked"; since: string; fault: string | null } | null;
};

/** Whether Calendly is shown, and how it fares. */
function CalendlyState({ inUse, hook, adapter }: StateProps) {
  if (inUse === "shut") {
    return (
      <Notice tone="warning" className="mb-6">
        <p className="font-[650]">The stored token can’t be opened, so visitors see your own times.</p>
        <p className="mt-1">
          After a move or a restored backup, bring the file “sealing-key” of the old data folder (or SEALING_KEY) along,
          or type the token again.
        </p>
      </Notice>
    );
  }
  if (inUse === "off" || !adapter)
    return <Notice className="mb-6">Visitors see your own times. Nothing goes to Calendly.</Notice>;
  if (adapter.state === "ok") {
    return (
      <Notice tone="success" className="mb-6">
        Visitors see your calendar on Calendly. {HOOK[hook]}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="mb-6">
      <p className="font-[650]">
        {adapter.state === "revoked" ? "Calendly no longer knows your token, since " : "Calendly has failed since "}
        {adapter.since}
      </p>
      <p className="mt-1 wrap-anywhere">
        {adapter.fault}
        {adapter.state === "failing" && " We go on trying, and what is booked meanwhile arrives."}
      </p>
    </Notice>
  );
}

const HOOK = {
  none: "Within a minute we ask there for the first time: look here again then.",
  active: "It works. Calendly tells us about each booking straight away, and we check every five minutes as well.",
  plan: "It works. Calendly does not tell us of bookings (your plan there, or this token, does not allow it), so we look every five minutes.",
};

type Waiting = {
  invitee: string;
  when: string;
  title: string;
  name: string | null;
  email: string | null;
  phone: string | null;
};

/** What was confirmed on Calendly for a time that is taken here. */
function Clashes({ clashes }: { clashes: Waiting[] }) {
  return (
    <section aria-labelledby="clashes" className="mb-8">
      <h2 id="clashes" className="text-xl">
        Double bookings with Calendly ({clashes.length})
      </h2>
      <p className="mt-1">
        Calendly has said yes to these. Move or cancel one of the two, here or there: we look again every five minutes.
      </p>
      <WaitingList waiting={clashes} />
    </section>
  );
}

/** What was confirmed on Calendly at a time that no diary takes. */
function OddTimes({ odd }: { odd: Waiting[] }) {
  return (
    <section aria-labelledby="odd-times" className="mb-8">
      <h2 id="odd-times" className="text-xl">
        Booked on Calendly, not in your diary ({odd.length})
      </h2>
      <p className="mt-1">
        Your diary takes appointments of up to 24 hours, from 2000 to 2099. Change these on Calendly, or add them to
        your diary by hand.
      </p>
      <WaitingList waiting={odd} />
    </section>
  );
}

function WaitingList({ waiting }: { waiting: Waiting[] }) {
  return (
    <ul className="mt-3">
      {waiting.map(({ invitee, when, title, name, email, phone }) => (
        <li key={invitee} className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-[650]">{when}</p>
            <p>
              {name ?? "Unknown"}, {title}
            </p>
            <p className="text-ink-soft">
              {[email ?? "No Email", phone ? readablePhone(phone) : "No Phone"].join(", ")}
            </p>
          </div>
          <Form method="post">
            <Button name="intent" value={`settle:${invitee}`} look="outline" size="small">
              I have dealt with it
              <span className="sr-only">
                : {name ?? "Unknown"}, {when}
              </span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
