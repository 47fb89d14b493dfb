import { data, href, redirect } from "react-router";
import { placeInWords } from "#app/appointments/appointment.ts";
import {
  CANCELLING_PARTIES,
  type CancellingParty,
  cancelReasonFrom,
  lateness,
  whatFollows,
} from "#app/appointments/cancellation.ts";
import { parseReason } from "#app/appointments/change.form.ts";
import { previewCancellations } from "#app/appointments/mails/series.mail.tsx";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { cancelFollowing, previewFollowing } from "#app/diary/series/change-following.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CancelPanel, cancellingOf, cutAtWords, WORDS } from "#app/routes/admin/appointments/cancel-panel.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/following-cancel.ts";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const record = await getAppointmentRecord(app, actor, id);
  const preview = record && (await previewFollowing(app, actor, { appointmentId: id, shift: null }));
  if (!preview) throw new Response("There is no such series", { status: 404 });
  if (record.row.status === "Cancelled") throw redirect(href("/admin/appointments/:id", { id }));
  const { locale } = requestInfoOf(context);
  const { rule } = record;
  const list = preview.following.map(({ id, start, series }) => {
    const { late, chargeable } = lateness({ start, askedBy: "client" }, rule);
    const when = localeMoment(start, preview.zone, locale);
    return { id, when, late, chargeable, place: placeInWords(series) };
  });
  const mailOf = async (askedBy: CancellingParty) => {
    const cancellation = { actor: "admin", askedBy, reason: WORDS };
    const of = list.map(
      ({ id, chargeable }) => [id, { ...cancellation, chargeable: chargeable && askedBy === "client" }] as const,
    );
    return cutAtWords(await previewCancellations(app, new Map(of)));
  };
  const [client, practice] = await Promise.all([mailOf("client"), mailOf("practice")]);
  const lates = list.filter(({ late }) => late);
  const several = {
    action: href("/admin/appointments/:id/following/cancel", { id }),
    follows: lates[0] ? `${lates.length} of ${list.length} late. ${whatFollows(lates[0])}` : "On time. Nothing to pay.",
  };
  const cancelling = { ...cancellingOf(record), several, previews: client && practice && { client, practice } };
  return { name: record.row.name || "Unknown", list, cancelling };
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const refuse = (error: string, status: number) => data({ error }, { status });
  const askedBy = CANCELLING_PARTIES.find((candidate) => candidate === form.get("askedBy"));
  if (!askedBy) return refuse("Choose who cancels. Nothing has changed.", 422);
  const words = parseReason(form.get("reason"));
  if (words.kind === "invalid") return refuse(words.message, 422);
  const outcome = await cancelFollowing(appContextOf(context), actorOf(context), {
    appointmentId: id,
    askedBy,
    reason: words.reason,
    reasonCode: cancelReasonFrom(form.get("reasonCode")),
    seen: versionFrom(form.get("sequence")),
  });
  if (outcome.kind === "not-found") throw new Response("There is no such series", { status: 404 });
  if (outcome.kind === "conflict")
    return refuse("Someone changed this while you were editing. Check their change, then cancel again.", 409);
  const done = outcome.kind === "cancelled" ? "?done=series-cancelled" : "";
  throw redirect(`${href("/admin/appointments/:id", { id })}${done}`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Cancel ${at.loaderData?.name ?? "a series"}`);

export default function CancelFollowing({ params: { id }, loaderData, actionData }: Route.ComponentProps) {
  const { name, list, cancelling } = loaderData;
  return (
    <div className="max-w-4xl">
      <BackLink to={href("/admin/appointments/:id", { id })}>Keep them</BackLink>
      <PageHeading title={`Cancel ${list.length} of ${name}?`} intro="This one and those that follow." />
      {actionData?.error && (
        <Notice tone="danger" live className="mb-4">
          {actionData.error}
        </Notice>
      )}
      <ol className="mb-6 border-t border-line">
        {list.map(({ id, when, place, late }) => (
          <li key={id} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
            <span className="figures w-16 text-sm text-ink-soft">{place}</span>
            <span>
              {when}
              {late && ", late by your rule"}
            </span>
          </li>
        ))}
      </ol>
      <CancelPanel of={cancelling} />
    </div>
  );
}
