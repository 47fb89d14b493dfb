import type { ReactNode } from "react";
import { data, Form, href, Link, redirect } from "react-router";
import { countMissingForms, requestForms } from "#app/health/form/forms.server.ts";
import { type HealthState, healthState } from "#app/health/record-key.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf, identityOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import {
  BODIES,
  healthForm,
  healthFormOf,
  KEPT_FOR,
  keptFor,
  LONGEST_SOURCE,
  RENEWAL_WORDS,
  RENEWALS,
} from "#app/settings/health.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, Notice, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/health.ts";

const page = (): SettingPage<"health", typeof healthForm> => ({
  key: "health",
  form: healthForm,
  formOf: healthFormOf,
  next: (stored, value) => ({ ...stored, ...value }),
  address: href("/admin/settings/health"),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = await viewSetting(context, page());
  const app = appContextOf(context);
  const practice = await readPractice(app);
  const { health, backups } = practice.settings;
  const therapistId = identityOf(context).user?.staff?.therapistId ?? null;
  const state = health.on ? await healthState(app) : "off";
  return {
    ...view,
    state,
    treatsAs: practice.therapists.find(({ id }) => id === therapistId)?.name ?? null,
    missing: state === "on" ? await countMissingForms(app) : 0,
    sendsMail: state === "on" && (await canMailLeave(app)),
    sent: Number(new URL(request.url).searchParams.get("sent") ?? 0),
    therapists: practice.therapists.map(({ id, name }) => ({ id, name })),
    kept: keptFor(health),
    renewal: health.renewal,
    sendsBackups: backups.place !== null && backups.recipient !== "",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent } = await sentTo(request.clone());
  if (intent === "ask") {
    const outcome = await requestForms(appContextOf(context), actorOf(context));
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    return redirect(`${href("/admin/settings/health")}?sent=${outcome.count}`, 303);
  }
  if (intent !== "on" && intent !== "off") return savedSetting({ request, context }, page());
  const outcome = await switchHealth(appContextOf(context), actorOf(context), intent === "on");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unsigned") return redirect(`${href("/admin/settings/health/questions")}?sign`, 303);
  if (outcome.kind === "shut") return data(null, { status: 409 });
  return redirect(href("/admin/settings/health"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Health records");

const LABELS = {
  ...Object.fromEntries(BODIES.map((body) => [body, KEPT_FOR[body].name])),
  ownAdultYears: "Keep for at least this many years (optional)",
  ownMinorUntil: "Keep a child’s record at least until this age (optional)",
  ownSource: "Where your own policy says so (optional)",
  ownCheckedOn: "Checked on (optional)",
  showsNotes: "Clients read the notes about them",
  renewal: "Clients fill in the form again",
};

export default function HealthSetting({ loaderData, actionData }: Route.ComponentProps) {
  const { state, treatsAs, missing, sendsMail, sent, kept, renewal, sendsBackups, stored, version, therapists } =
    loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Health records"
        intro="A record of each client’s health and treatments, sealed so that only the people who treat them can read it."
      />
      <State state={state} />
      {sent > 0 && (
        <Notice tone="success" className="mb-6" live>
          {sent === 1 ? "One client is" : `${sent} clients are`} asked by email.
        </Notice>
      )}
      <ol className="space-y-8">
        <Step title="1. What it does">
          <p>
            Each client gets a key of their own. What is written about them is sealed with it, in the database and in
            every backup. Only people who treat the client can open it, and no email, calendar or list holds it. Erase a
            client and their record closes at once. Its key is destroyed once nothing has to be kept for claims: then
            nobody reads it again, not in a backup either.
          </p>
        </Step>
        <Step title="2. How long you keep records, and how often you ask">
          <p>
            Who insures you, and which registers are you on? The longest of them counts:{" "}
            <strong>{kept.adultYears} years after the last appointment</strong>, and a child’s record until they are{" "}
            <strong>{kept.minorUntil}</strong>.{" "}
            {renewal === "never"
              ? "A form counts until its client sends another."
              : `A form is filled in again ${RENEWAL_WORDS[renewal]}.`}
          </p>
          <EditForm stored={stored} version={version} reply={actionData} labels={LABELS}>
            {({ field, tick }) => (
              <div className="space-y-4">
                <fieldset className="space-y-3">
                  <legend className="sr-only">Insurers and registers</legend>
                  {BODIES.map((body) => (
                    <TickBox
                      key={body}
                      {...tick(body)}
                      hint={`From ${KEPT_FOR[body].source}. Checked in November 2026.`}
                    >
                      {KEPT_FOR[body].name}
                    </TickBox>
                  ))}
                </fieldset>
                <Field
                  label={LABELS.ownAdultYears}
                  hint="If your own policy asks for more. Leave blank for the longest above."
                  inputMode="numeric"
                  {...field("ownAdultYears")}
                />
                <Field label={LABELS.ownMinorUntil} inputMode="numeric" {...field("ownMinorUntil")} />
                <Field
                  label={LABELS.ownSource}
                  hint="For instance the policy’s number and page. It goes into the impact assessment."
                  maxLength={LONGEST_SOURCE}
                  {...field("ownSource")}
                />
                <Field label={LABELS.ownCheckedOn} type="date" className="max-w-xs" {...field("ownCheckedOn")} />
                <TickBox
                  {...tick("showsNotes")}
                  hint="Once a note is locked, in their account. Advice and exercises they read there anyway."
                >
                  {LABELS.showsNotes}
                </TickBox>
                <Select
                  label={LABELS.renewal}
                  hint="Before their other appointments, they can confirm that nothing has changed."
                  {...field("renewal")}
                >
                  {RENEWALS.map((renewal) => (
                    <option key={renewal} value={renewal}>
                      {RENEWAL_WORDS[renewal]}
                    </option>
                  ))}
                </Select>
              </div>
            )}
          </EditForm>
          <p>
            Then records and their keys are destroyed.{" "}
            <Link to={href("/admin/settings/health/ending")} className="prose-link">
              See what ends within a month
            </Link>
          </p>
        </Step>
        <Step title="3. The impact assessment">
          <p>
            The law asks for one before you keep health records (UK GDPR, article 35). We have filled one in with what
            this site really does. Read it, complete what says “TO DO”, and sign it.
          </p>
          <a href={href("/admin/settings/health/assessment")} className="prose-link" download>
            Download the impact assessment
          </a>
        </Step>
        <Step title="4. The questions, and what a yes means">
          <p>
            A list for sports massage is ready. Read it, change what your practice needs, and sign off which answers
            raise a flag: avoid this area, check first, or call first.
          </p>
          <Link to={href("/admin/settings/health/questions")} className="prose-link">
            Open the questions
          </Link>
        </Step>
        <Step title="5. Who opens records">
          <WhoTreats treatsAs={treatsAs} />
        </Step>
        <Step title="6. A second place for the key">
          <BackupWords sendsBackups={sendsBackups} />
        </Step>
        {state === "on" && (
          <Step title="Whose records they are">
            <p>
              The practice’s, unless you choose otherwise on a client’s page. See for each therapist which are their own
              and which stay with the practice if they leave.
            </p>
            <ul>
              {therapists.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    to={href("/admin/therapists/:id/records", { id })}
                    className="prose-link inline-flex min-h-11 items-center"
                  >
                    Clients of {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Step>
        )}
        {state === "on" && (
          <Step title="Ask for the form">
            <MissingForms missing={missing} sendsMail={sendsMail} />
          </Step>
        )}
        <Step title={state === "off" ? "7. Switch on" : "7. Switch off"}>
          <Form method="post" className="space-y-3">
            <p>
              {state === "off"
                ? "If no one has signed off what a yes means, you read the questions and sign them off first."
                : "Nothing is deleted. Records stay sealed and show again when you switch on."}
            </p>
            <Button
              name="intent"
              value={state === "off" ? "on" : "off"}
              look={state === "off" ? "primary" : "outline"}
              data-confirm
            >
              {state === "off" ? "Switch on health records" : "Switch off health records"}
            </Button>
          </Form>
        </Step>
      </ol>
    </div>
  );
}

/** An owner who is the therapist, too, opens no record before the site knows which of them they are. */
function WhoTreats({ treatsAs }: { treatsAs: string | null }) {
  const people = (
    <Link to={href("/admin/settings/people")} className="prose-link">
      Open People
    </Link>
  );
  if (treatsAs !== null)
    return (
      <p>
        You treat as {treatsAs}, so you read your clients’ forms and write their notes. Other therapists need a sign-in
        of their own. {people}
      </p>
    );
  return (
    <Notice tone="warning">
      Only therapists open records: an owner who treats no one does not. If you give treatments yourself, choose which
      therapist you are: your own name under People, then the role Therapist. {people}
    </Notice>
  );
}

function MissingForms({ missing, sendsMail }: { missing: number; sendsMail: boolean }) {
  if (missing === 0) return <p>Everyone with a coming appointment has sent their form or was asked by email.</p>;
  const isOne = missing === 1;
  return (
    <>
      <p>
        {isOne
          ? "One client with a coming appointment has not sent a form and was not asked."
          : `${missing} clients with a coming appointment have not sent a form and were not asked.`}
      </p>
      {sendsMail ? (
        <Form method="post">
          <Button name="intent" value="ask" look="outline">
            {isOne ? "Ask one client by email" : `Ask ${missing} clients by email`}
          </Button>
        </Form>
      ) : (
        <>
          <p>Email is not set up yet, so no one can be asked.</p>
          <Link to={href("/admin/settings/mail-server")} className="prose-link">
            Set up email
          </Link>
        </>
      )}
    </>
  );
}

function State({ state }: { state: HealthState }) {
  if (state === "off") return <Notice className="mb-6">Off. No one sees any of it.</Notice>;
  if (state === "on")
    return (
      <Notice tone="success" className="mb-6">
        On, and the key is in place.
      </Notice>
    );
  return (
    <Notice tone="danger" className="mb-6">
      <p className="font-[650]">Health records can’t be opened here</p>
      <p className="mt-1">
        The file “health-key” in the data folder is missing, or belongs to other records. Bring it from the old data
        folder, or restore with your recovery words. We make no new key: it would open nothing. Bookings go on as usual.
      </p>
    </Notice>
  );
}

function BackupWords({ sendsBackups }: { sendsBackups: boolean }) {
  if (sendsBackups)
    return (
      <p>
        Your recovery words open it: it travels with every backup, sealed for these words alone. One sheet is enough for
        everything.
      </p>
    );
  return (
    <Notice tone="warning">
      <p>
        The key is only in the file “health-key” on this machine. If the machine is lost, no one can open the records
        again.{" "}
        <Link to={href("/admin/settings/backups")} className="prose-link">
          Set up backups with recovery words
        </Link>
        : the key then travels with them.
      </p>
    </Notice>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="space-y-4 border-t border-line pt-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </li>
  );
}
