import { data, Form, href, redirect } from "react-router";
import type { NearestPlace } from "#app/diary/booking/nearest-places.server.ts";
import { offeredPlaceFrom } from "#app/diary/booking/offered-place.form.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { changedSince } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/reinstate-appointment.ts";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const record = await getAppointmentRecord(app, actorOf(context), id);
  if (!record) throw new Response("There is no such appointment", { status: 404 });
  const { row, zone } = record;
  const when = localeMoment(row.start, zone, requestInfoOf(context).locale);
  return { name: row.name || "Unknown", when, sequence: row.sequence, isCancelled: row.status === "Cancelled" };
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const form = await readFormBody(request);
  const place = offeredPlaceFrom(form);
  const outcome = await reinstate(app, actorOf(context), {
    appointmentId: id,
    place,
    despite: form.has("despite"),
    seen: versionFrom(form.get("sequence")),
  });
  if (outcome.kind === "not-found") throw new Response("There is no such appointment", { status: 404 });
  const address = href("/admin/appointments/:id", { id });
  if (outcome.kind === "repeated") throw redirect(address, 303);
  if (outcome.kind === "reinstated") {
    throw redirect(`${address}?done=${outcome.isNotified ? "reinstated-told" : "reinstated"}`, 303);
  }
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { locale } = requestInfoOf(context);
  const moment = (start: number) => localeMoment(start, zone, locale);
  const near = outcome.kind === "taken" ? outcome.near.map((one) => viewPlace(one, moment)) : [];
  const since = outcome.kind === "conflict" && (await changedSince({ app, locale }, outcome.appointment));
  const warnings = outcome.kind === "warned" ? outcome.messages : since ? [since] : [];
  return data({ kind: outcome.kind, warnings, near, place }, { status: 409 });
}

function viewPlace({ therapist, starts }: NearestPlace, moment: (start: number) => string) {
  return { ...therapist, times: starts.map((start) => ({ start, words: moment(start) })) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reinstate an appointment");

export default function ReinstateAppointment({ params: { id }, loaderData, actionData }: Route.ComponentProps) {
  const { name, when, sequence, isCancelled } = loaderData;
  const isWarned = actionData?.kind === "warned";
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/appointments/:id", { id })}>Appointment of {name}</BackLink>
      <PageHeading title={isCancelled ? `Reinstate ${name}?` : `${name} is booked`} intro={when} />
      {actionData?.kind === "taken" ? (
        <Alternatives near={actionData.near} sequence={sequence} />
      ) : (
        isCancelled && (
          <Form method="post">
            {actionData && (
              <Notice tone="warning" live className="mb-4">
                {actionData.warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
              </Notice>
            )}
            <input type="hidden" name="sequence" value={sequence} />
            {actionData?.place && <PlaceFields {...actionData.place} />}
            <Button name={isWarned ? "despite" : undefined} value="on">
              {isWarned ? "Reinstate anyway" : "Reinstate"}
            </Button>
          </Form>
        )
      )}
    </div>
  );
}

type Near = { slug: string; name: string; times: { start: number; words: string }[] };

function Alternatives({ near, sequence }: { near: Near[]; sequence: number }) {
  return (
    <>
      <Notice tone="warning" live>
        Someone else has that time now. {near.length > 0 ? "Free instead:" : "Nothing near is free."}
      </Notice>
      {near.map(({ slug, name, times }) => (
        <section key={slug} aria-labelledby={`near-${slug}`} className="mt-4">
          <h2 id={`near-${slug}`} className="text-lg">
            {name}
          </h2>
          <div className="mt-2 flex flex-wrap gap-2">
            {times.map(({ start, words }) => (
              <Form key={start} method="post">
                <input type="hidden" name="sequence" value={sequence} />
                <PlaceFields start={start} therapist={slug} />
                <Button look="outline" size="small" aria-label={`Reinstate on ${words} with ${name}`}>
                  {words}
                </Button>
              </Form>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function PlaceFields({ start, therapist }: { start: number; therapist: string }) {
  return (
    <>
      <input type="hidden" name="start" value={start} />
      <input type="hidden" name="therapist" value={therapist} />
    </>
  );
}
