import { data, Form, href, Link } from "react-router";
import { isBookable } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, dateWords, HOME, localDateOf, localeMoment, localTimeOf } from "#app/platform/date-time.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, LinkButton, Notice, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { answerByPhone } from "#app/waiting-list/answer.server.ts";
import { join, leave, pause, resume } from "#app/waiting-list/join.server.ts";
import {
  type Candidate,
  getPracticeList,
  offerByHand,
  pin,
  stopOffer,
  type Waiter,
  whoFits,
} from "#app/waiting-list/practice-list.server.ts";
import { fieldsOfPreferences, parsePreferences, practiceJoinForm } from "#app/waiting-list/waiting.form.ts";
import { ALL_DAY_TIMES, DAY_TIMES, timesInWords, WEEKDAYS } from "#app/waiting-list/waiting.ts";
import type { Route } from "./+types/waiting-list.ts";

const FOUR_WEEKS = 28;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const view = await viewOfList(app, actor, { query: url.searchParams, locale });
  if (!view) throw refusedAs("not-found");
  return view;
}

async function viewOfList(
  app: AppContext,
  actor: Actor,
  { query, locale }: { query: URLSearchParams; locale: string },
) {
  const found = await getPracticeList(app, actor);
  if (!found) return null;
  const { zone, now, waiters, offers, gaps, figures } = found;
  const moment = (instant: number) => localeMoment(instant, zone, locale);
  const { services, therapists } = await readPractice(app);
  const known = gaps.find(({ id }) => id === query.get("gap"));
  const gap = known ?? gapIn(query, therapists);
  const fits = gap && (await whoFits(app, actor, gap));
  const today = localDateOf(now, zone);
  const viewOf = (waiter: Waiter) => ({
    ...{ id: waiter.id, name: waiter.name ?? "Unknown", phone: waiter.phone && readablePhone(waiter.phone) },
    what: `${waiter.service}, ${waiter.minutes} min`,
    when: timesInWords(waiter, dayIn(waiter.lastDay)),
    history: historyInWords(waiter, localDateOf(waiter.createdAt, zone)),
    ...{ isPaused: waiter.isPaused, isPinned: waiter.pinnedAt !== null },
  });
  return {
    figures,
    waiters: waiters.map(viewOf),
    offers: offers.map(
      ({ id, name, phone, service, minutes, therapist, therapistId, start, until, state, needsCall }) => ({
        ...{ id, name, service, minutes, therapist, state, needsCall },
        byHand: addAt({ start, zone, therapist: therapists.find((one) => one.id === therapistId)?.slug ?? "" }),
        phone: phone && readablePhone(phone),
        when: moment(start),
        until: localTimeOf(until, zone),
        left: Math.max(0, Math.round((until - now) / 60_000)),
      }),
    ),
    gaps: gaps.map(({ id, therapist, start, end }) => ({
      ...{ id, therapist, when: moment(start), until: localTimeOf(end, zone) },
      minutes: Math.round((end - start) / 60_000),
      to: `${href("/admin/waiting-list")}?gap=${id}`,
    })),
    chosen: fits &&
      gap && {
        when: moment(gap.start),
        until: localTimeOf(gap.end, zone),
        therapist: therapists.find(({ id }) => id === gap.therapistId)?.name ?? "",
        therapistId: gap.therapistId,
        fits: fits.map((fit: Candidate) => ({
          ...viewOf(fit),
          start: fit.start,
          at: localTimeOf(fit.start, zone),
          live:
            fit.live && `${fit.live.state === "held" ? "Held" : "Offered"} until ${localTimeOf(fit.live.until, zone)}`,
          liveId: fit.live?.id ?? null,
          missedThis: fit.missedThis,
        })),
      },
    services: services.filter(isBookable).map(({ slug, title, lengths }) => ({
      ...{ slug, title },
      minutes: lengths.map(({ minutes }) => minutes),
    })),
    therapists: therapists.map(({ slug, name }) => ({ slug, name })),
    until: addDays(today, FOUR_WEEKS),
  };
}

/** The form that books this time, filled in. */
function addAt({ start, zone, therapist }: { start: number; zone: string; therapist: string }): string {
  const at = { day: localDateOf(start, zone), time: localTimeOf(start, zone), with: therapist };
  return `/appointments?${new URLSearchParams({ add: "1", ...at })}`;
}

const SHORT = { weekday: "short", day: "numeric", month: "short" } as const;

function dayIn(date: string): string {
  return dateWords(date, HOME, SHORT);
}

function historyInWords({ attended, missed }: Waiter, since: string): string {
  const came = attended === 1 ? "1 appointment" : `${attended} appointments`;
  return [`since ${dayIn(since)}`, came, missed > 0 && `${missed} not attended`].filter(Boolean).join(", ");
}

/** Free time as the diary links to it: `with` is a slug, `start` and `end` are epoch ms. */
function gapIn(query: URLSearchParams, therapists: readonly { id: string; slug: string }[]) {
  const therapist = therapists.find(({ slug }) => slug === query.get("with"));
  const [start, end] = [Number(query.get("start")), Number(query.get("end"))];
  const isSound = Number.isSafeInteger(start) && start > 0 && end > start && end - start <= 86_400_000;
  return therapist && isSound ? { therapistId: therapist.id, start, end } : null;
}

type Reply = { words: string; isDone: boolean; errors?: FieldErrors; typed?: Record<string, string> };

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  if (!(await readPractice(app)).settings.waitingList.on) throw refusedAs("not-found");
  const form = await readFormBody(request);
  const intent = String(form.get("intent") ?? "");
  if (intent === "join") return joinHere(app, actor, form);
  const id = String(form.get("id") ?? "");
  const entryId = id;
  switch (intent) {
    case "pin":
      return settled(await pin(app, actor, { entryId, pinned: true }), "Pinned: they are offered a time first.");
    case "unpin":
      return settled(await pin(app, actor, { entryId, pinned: false }), "No longer pinned.");
    case "pause":
      return settled(await pause(app, { actor }, { entryId, until: null }), "Paused.");
    case "resume":
      return settled(await resume(app, { actor }, id), "On the list again.");
    case "leave":
      return settled(await leave(app, { actor }, id), "Taken off the list.");
    case "stop":
      return stopHere(app, actor, id);
    case "yes":
      return answerHere(app, actor, id, true);
    case "no":
      return answerHere(app, actor, id, false);
    case "offer": {
      const fit = { entryId, therapistId: String(form.get("therapist") ?? ""), start: Number(form.get("start")) };
      return settled(await offerByHand(app, actor, fit), "Offered, and kept for them.");
    }
    default:
      return answer({ words: "Choose what to do.", isDone: false });
  }
}

function answer(reply: Reply) {
  return data(reply, { status: reply.isDone ? 200 : 422 });
}

function settled(outcome: { kind: string; message?: string }, words: string) {
  if (outcome.kind === "forbidden" || outcome.kind === "not-found") throw refusedAs(outcome.kind);
  const isDone = outcome.kind !== "invalid";
  return answer({ words: isDone ? words : `${outcome.message}.`, isDone });
}

async function stopHere(app: AppContext, actor: Actor, id: string) {
  const outcome = await stopOffer(app, actor, id);
  const isNotified = outcome.kind === "released" && outcome.isNotified;
  return settled(
    outcome,
    `Offer stopped. ${isNotified ? "We email the person that the time has gone." : "Call the person: no email reaches them."}`,
  );
}

async function answerHere(app: AppContext, actor: Actor, id: string, saysYes: boolean) {
  const outcome = await answerByPhone(app, actor, { offerId: id, saysYes });
  if (outcome.kind === "lost") return answer({ words: outcome.sentence, isDone: false });
  if (outcome.kind === "too-late") return answer({ words: outcome.message, isDone: false });
  if (outcome.kind === "taken" && !saysYes) return answer({ words: "They have already booked it.", isDone: false });
  return settled(outcome, saysYes ? "Booked for them." : "Noted. They stay on the list, and the next person is asked.");
}

async function joinHere(app: AppContext, actor: Actor, form: FormData) {
  const [service = "", minutes = ""] = String(form.get("treatment") ?? "").split(" ");
  const read = parsePreferences(practiceJoinForm, { ...fieldsOfPreferences(form), service, minutes });
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const refuse = (errors: FieldErrors) => answer({ words: "", isDone: false, errors, typed });
  if (read.kind === "invalid") return refuse(read.errors);
  const outcome = await join(app, actor, { input: read.input });
  if (outcome.kind === "invalid") return refuse({ [outcome.field]: outcome.message });
  return settled(outcome, `${read.input.name} is on the list.`);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Waiting list");

export default function WaitingList({ loaderData, actionData }: Route.ComponentProps) {
  const { waiters, offers, gaps, chosen, figures } = loaderData;
  const can = useMay()("change", "waiting list");
  return (
    <>
      <PageHeading
        title="Waiting list"
        intro={waiters.length === 1 ? "1 person waiting" : `${waiters.length} waiting`}
      />
      {actionData?.words && (
        <Notice tone={actionData.isDone ? "success" : "warning"} live className="mb-6">
          {actionData.words}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-8">
          {chosen && <Fits chosen={chosen} can={can} />}
          <Offers offers={offers} can={can} />
          <Waiters waiters={waiters} can={can} />
        </div>
        <div className="space-y-8">
          <section aria-labelledby="filled">
            <h2 id="filled" className="text-xl">
              {figures.filled} of {figures.gaps} gaps filled
            </h2>
            <p className="text-ink-soft">
              This month so far: {hoursInWords(figures.minutes)} and {priceInFull(figures.pence)} won back
            </p>
          </section>
          <section aria-labelledby="gaps">
            <h2 id="gaps" className="text-lg">
              Free again
            </h2>
            {gaps.length === 0 && <p>Times that come free appear here.</p>}
            <ul>
              {gaps.map((gap) => (
                <li key={gap.id} className="border-b border-line">
                  <Link to={gap.to} className="prose-link inline-flex min-h-11 items-center">
                    {gap.when} to {gap.until}, {gap.therapist}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
          {can && <Join {...loaderData} errors={actionData?.errors ?? {}} typed={actionData?.typed ?? {}} />}
        </div>
      </div>
    </>
  );
}

function hoursInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest}`;
}

type Loaded = Route.ComponentProps["loaderData"];

/** A form of one button. `what`: whom it is about, for who does not see the row. */
function Do({
  intent,
  id,
  what,
  children,
  more,
}: {
  intent: string;
  id: string;
  what: string;
  children: string;
  more?: Record<string, string | number>;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      {Object.entries(more ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button name="intent" value={intent} look="outline" size="small">
        {children}
        <span className="sr-only">: {what}</span>
      </Button>
    </Form>
  );
}

function Offers({ offers, can }: { offers: Loaded["offers"]; can: boolean }) {
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="offers">
      <h2 id="offers" className="text-lg">
        Offered now
      </h2>
      <ul>
        {offers.map(({ id, name, phone, service, minutes, therapist, when, until, left, state, needsCall, byHand }) => (
          <li key={id} className="space-y-2 border-b border-line py-3">
            <p>
              <b>{when}</b> with {therapist}: {service}, {minutes} min, offered to <b>{name}</b>
            </p>
            <p className="text-ink-soft">
              {state === "held"
                ? `Held until ${until}, ${left} minutes left`
                : `Not kept: the first to choose it has it. Open until ${until}`}
            </p>
            {needsCall && <p className="font-[650]">No email reaches them: call{phone ? ` ${phone}` : ""}.</p>}
            {can && (
              <div className="flex flex-wrap gap-3">
                <Do intent="stop" id={id} what={`${name}, ${when}`}>
                  Stop this offer
                </Do>
                <LinkButton to={byHand} look="outline" size="small">
                  Book by hand
                  <span className="sr-only">: {when}</span>
                </LinkButton>
                {needsCall && (
                  <>
                    <Do intent="yes" id={id} what={`${name}, ${when}`}>
                      They said yes
                    </Do>
                    <Do intent="no" id={id} what={`${name}, ${when}`}>
                      They said no
                    </Do>
                  </>
                )}
              </div>
            )}
            {can && state === "held" && (
              <p className="text-sm text-ink-soft">
                Booking this time by hand ends the offer. {needsCall ? `Call ${name} and say` : `We email ${name}`} that
                the time has gone.
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fits({ chosen, can }: { chosen: NonNullable<Loaded["chosen"]>; can: boolean }) {
  return (
    <section aria-labelledby="fits">
      <h2 id="fits" className="text-lg">
        {chosen.when} to {chosen.until} with {chosen.therapist}
      </h2>
      <p className="text-ink-soft">Order: pinned first, then longest waiting.</p>
      {chosen.fits.length === 0 && <p>No one on the list fits. The time is free on the website.</p>}
      <ol>
        {chosen.fits.map((fit, at) => (
          <li key={fit.id} className="flex flex-wrap items-center gap-3 border-b border-line py-3">
            <span className="figures w-6">{at + 1}</span>
            <span className="min-w-0 flex-1">
              <b>{fit.name}</b>, {fit.at}
              <span className="block text-sm text-ink-soft">
                {[fit.what, fit.history, fit.missedThis && "let this time go", fit.live].filter(Boolean).join(", ")}
              </span>
            </span>
            {can && !fit.live && (
              <Do
                intent="offer"
                id={fit.id}
                what={`${fit.name}, ${fit.at}`}
                more={{ start: fit.start, therapist: chosen.therapistId }}
              >
                Offer
              </Do>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Waiters({ waiters, can }: { waiters: Loaded["waiters"]; can: boolean }) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-lg">
        Who is waiting
      </h2>
      {waiters.length === 0 && (
        <p>No one is waiting yet. People join from a full day on the website, or you add them.</p>
      )}
      <ol>
        {waiters.map(({ id, name, phone, what, when, history, isPaused, isPinned }) => (
          <li key={id} className="space-y-2 border-b border-line py-3">
            <p>
              <b>{name}</b>
              {phone && ` ${phone}`}
              {isPinned && <span className="ml-2 font-[650] text-primary">Pinned</span>}
              {isPaused && <span className="ml-2 text-ink-soft">Paused</span>}
            </p>
            <p>
              {what}. {when}
            </p>
            <p className="text-sm text-ink-soft">{history}</p>
            {can && (
              <div className="flex flex-wrap gap-3">
                <Do intent={isPinned ? "unpin" : "pin"} id={id} what={name}>
                  {isPinned ? "Remove pin" : "Pin"}
                </Do>
                <Do intent={isPaused ? "resume" : "pause"} id={id} what={name}>
                  {isPaused ? "Continue" : "Pause"}
                </Do>
                <Do intent="leave" id={id} what={name}>
                  Take off the list
                </Do>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Join({
  services,
  therapists,
  until,
  errors,
  typed,
}: Loaded & { errors: FieldErrors; typed: Record<string, string> }) {
  const treatments = services.flatMap(({ slug, title, minutes }) =>
    minutes.map((long) => ({ value: `${slug} ${long}`, words: `${title}, ${long} min` })),
  );
  return (
    <section aria-labelledby="join">
      <h2 id="join" className="text-lg">
        Add someone
      </h2>
      <Form method="post" className="space-y-4">
        <Field label="Name" name="name" defaultValue={typed.name} error={errors.name} autoComplete="off" />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          defaultValue={typed.phone}
          error={errors.phone}
          autoComplete="off"
        />
        <Field
          label="Email (optional)"
          name="email"
          type="email"
          defaultValue={typed.email}
          error={errors.email}
          autoComplete="off"
          hint="Without one, you call them when a time comes free."
        />
        <Select
          label="Treatment"
          name="treatment"
          defaultValue={typed.treatment}
          error={errors.service ?? errors.minutes}
        >
          {treatments.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        <Boxes legend="Therapists" name="therapists" choices={therapists.map(({ slug, name }) => [slug, name])} />
        <Boxes legend="Days" name="weekdays" choices={WEEKDAYS.map((day, at) => [String(at + 1), day])} />
        <Boxes legend="Time of day" name="dayTimes" choices={ALL_DAY_TIMES.map((one) => [one, DAY_TIMES[one].title])} />
        <Field label="Until" name="until" type="date" defaultValue={typed.until ?? until} error={errors.until} />
        <Button name="intent" value="join">
          Add to the list
        </Button>
      </Form>
    </section>
  );
}

function Boxes({
  legend,
  name,
  choices,
}: {
  legend: string;
  name: string;
  choices: readonly (readonly [string, string])[];
}) {
  return (
    <fieldset>
      <legend className="font-[650]">{legend}</legend>
      <p className="text-sm text-ink-soft">Leave blank for any.</p>
      <div className="flex flex-wrap gap-x-5">
        {choices.map(([value, words]) => (
          <TickBox key={value} name={name} value={value}>
            {words}
          </TickBox>
        ))}
      </div>
    </fieldset>
  );
}
