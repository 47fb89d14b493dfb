import { dateAndTime } from "#app/diary/lists/row-view.ts";
import { removeException } from "#app/diary/stranded/closures.server.ts";
import type { Upcoming } from "#app/diary/stranded/stranded.ts";
import { getException } from "#app/hours/edit-hours.db.server.ts";
import { exceptionForm, exceptionFormOf } from "#app/hours/hours-exception.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { fieldsFrom, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { acceptedIn } from "#app/routes/admin/hours/stranded-notice.tsx";
import { type CloseOutcome, closeOrAsk } from "#app/team/time-off.server.ts";
import { type Change, type ChangeReply, failure, success, type Toast } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/blocks.ts";

/** Blocks a therapist's time, or unblocks it (`remove`). Appointments in it are shown first, and stay. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const fields = fieldsFrom(await readFormBody(request));
  const accepted = acceptedIn(fields);
  const { locale } = requestInfoOf(context);
  if (fields.remove) {
    const undo = await undoOf(app, fields.remove);
    const outcome = await removeException(app, actor, { id: fields.remove, accepted });
    return answer(app, outcome, { toast: success("Open again.", undo), locale });
  }
  const form = readFields(exceptionForm, { ...fields, kind: "closure" });
  if (form.kind === "invalid") return Response.json({ errors: form.errors } satisfies ChangeReply, { status: 422 });
  const id = newId();
  const outcome = await closeOrAsk(app, actor, { draft: form.value, accepted, id });
  if (outcome.kind === "asked") return Response.json({ toast: success(REQUEST_SENT) } satisfies ChangeReply);
  if (outcome.kind === "over") {
    return Response.json({ errors: { firstDay: "Ask for days that are ahead" } } satisfies ChangeReply, {
      status: 422,
    });
  }
  if (outcome.kind === "invalid") {
    return Response.json({ errors: outcome.errors } satisfies ChangeReply, { status: 422 });
  }
  const count = outcome.kind === "changed" ? outcome.stranded.length : 0;
  const clients = count === 1 ? "1 client" : `${count} clients`;
  const words = count === 0 ? "Time blocked." : `Time blocked. ${clients} to move: see To do.`;
  const undo = { action: "/admin/diary/blocks", fields: { remove: id } };
  return answer(app, outcome, { toast: success(words, undo), locale });
}

const REQUEST_SENT = "Request sent. Clients can still book this time until an owner approves it.";

async function answer(app: AppContext, outcome: CloseOutcome, { toast, locale }: { toast: Toast; locale: string }) {
  if (outcome.kind === "changed") return Response.json({ toast } satisfies ChangeReply);
  if (outcome.kind === "strands") {
    return Response.json(await strandedReply(app, outcome.bookings, locale), { status: 409 });
  }
  return Response.json({ toast: failure() } satisfies ChangeReply, { status: 404 });
}

async function undoOf(app: AppContext, id: string): Promise<Change | undefined> {
  const exception = await getException(app.db.kysely, id);
  return exception ? { action: "/admin/diary/blocks", fields: fieldsOf(exceptionFormOf(exception)) } : undefined;
}

/** The appointments in time that is to be blocked: they stay once the admin has confirmed. */
async function strandedReply(app: AppContext, bookings: readonly Upcoming[], locale: string): Promise<ChangeReply> {
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const warnings = bookings.map(({ name, start }) => {
    const { date, time } = dateAndTime(start, { zone, locale, now: app.clock.now() });
    return `${name ?? "Unknown"} is booked on ${date} at ${time}, and stays booked.`;
  });
  return { warnings, insist: { accepted: bookings.map(({ id }) => id).join(",") } };
}
