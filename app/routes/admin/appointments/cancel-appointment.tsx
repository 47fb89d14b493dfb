import { data, href, redirect } from "react-router";
import { cancel } from "#app/appointments/cancel.server.ts";
import {
  CANCELLING_PARTIES,
  type CancellingParty,
  cancelReasonFrom,
  lateness,
} from "#app/appointments/cancellation.ts";
import { parseReason } from "#app/appointments/change.form.ts";
import { previewCancellation } from "#app/appointments/mails/cancelled.mail.tsx";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { viewRow } from "#app/diary/lists/row-view.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { changedSince } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import {
  CancelPanel,
  cancellingOf,
  cutAtWords,
  type MailPreview,
  WORDS,
} from "#app/routes/admin/appointments/cancel-panel.tsx";
import { onCalendly } from "#app/routes/admin/appointments/on-calendly.server.ts";
import { OnCalendly } from "#app/routes/admin/appointments/on-calendly.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cancel-appointment.ts";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const record = await getAppointmentRecord(app, actor, id);
  if (!record) throw new Response("There is no such appointment", { status: 404 });
  if (record.cancellation || record.row.status === "Cancelled") throw redirect(href("/admin/appointments/:id", { id }));
  const place = { zone: record.zone, locale, now: app.clock.now() };
  const preview = (askedBy: CancellingParty) => {
    const { chargeable } = lateness({ start: record.row.start, askedBy }, record.rule);
    return previewOf(app, id, { askedBy, chargeable });
  };
  const [client, practice] = await Promise.all([preview("client"), preview("practice")]);
  return {
    appointment: viewRow(record.row, place),
    calendly: await onCalendly(app, record.row, record.zone),
    cancelling: { ...cancellingOf(record), previews: client && practice && { client, practice } },
  };
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const { app, actor, locale } = openRequest(context);
  const form = await readFormBody(request);
  const refuse = (error: string, status: number) => data({ error }, { status });
  const askedBy = CANCELLING_PARTIES.find((candidate) => candidate === form.get("askedBy"));
  if (!askedBy) return refuse("Choose who cancels. Nothing has changed.", 422);
  const words = parseReason(form.get("reason"));
  if (words.kind === "invalid") return refuse(words.message, 422);
  const outcome = await cancel(app, actor, {
    appointmentId: id,
    askedBy,
    reason: words.reason,
    reasonCode: cancelReasonFrom(form.get("reasonCode")),
    seen: versionFrom(form.get("sequence")),
  });
  if (outcome.kind === "not-found") throw new Response("There is no such appointment", { status: 404 });
  if (outcome.kind === "too-late") return refuse(outcome.message, 409);
  if (outcome.kind === "conflict") {
    return refuse(await changedSince({ app, locale }, outcome.appointment), 409);
  }
  throw redirect(`${href("/admin/appointments/:id", { id })}${outcome.again ? "" : "?done=cancelled"}`, 303);
}

type Answer = { askedBy: CancellingParty; chargeable: boolean };

async function previewOf(app: AppContext, id: string, answer: Answer): Promise<MailPreview | null> {
  return cutAtWords(await previewCancellation(app, id, { actor: "admin", reason: WORDS, ...answer }));
}

export const meta: Route.MetaFunction = (at) =>
  privateMeta(at, `Cancel ${at.loaderData?.appointment.name ?? "appointment"}`);

export default function CancelAppointment({
  loaderData: { appointment, cancelling, calendly },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <BackLink to={href("/admin/appointments/:id", { id: appointment.id })}>Keep it</BackLink>
      <PageHeading
        title={`Cancel ${appointment.name}?`}
        intro={`${appointment.date} at ${appointment.time}. ${appointment.service}, ${appointment.minutes} min, with ${appointment.therapist}`}
      />
      {actionData?.error && (
        <Notice tone="danger" live className="mb-4">
          {actionData.error}
        </Notice>
      )}
      {calendly && <OnCalendly of={calendly} />}
      <CancelPanel of={cancelling} />
    </div>
  );
}
