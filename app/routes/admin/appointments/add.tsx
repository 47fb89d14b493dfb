import { data, href } from "react-router";
import { bookForPractice } from "#app/diary/book-for-practice.server.ts";
import { findClientsFor, getFoundClient } from "#app/diary/find-clients.server.ts";
import { parsePracticeBooking } from "#app/diary/practice-booking.form.ts";
import { choicesWithin } from "#app/diary/practice-choices.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { PlainBooking } from "#app/routes/admin/appointments/plain-booking.tsx";
import { PlainFinder } from "#app/routes/admin/appointments/plain-finder.tsx";
import { practiceReply } from "#app/routes/admin/appointments/practice-reply.ts";
import { saved } from "#app/routes/admin/edit-reply.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/add.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { locale } = requestInfoOf(context);
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.trim() ?? "";
  const { bookingRules } = (await readPractice(app)).settings;
  return {
    text,
    found: await findClientsFor(app, actorOf(context), { text, locale }),
    client: await getFoundClient(app, actorOf(context), { id: query.get("client") ?? "", locale }),
    choices: choicesWithin(actorOf(context), await readPractice(app)),
    day: query.get("day") ?? localDateOf(app.clock.now(), bookingRules.zone),
    time: query.get("time") ?? "",
    therapist: query.get("with") ?? "",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = fieldsFrom(await readFormBody(request));
  const sent = parsePracticeBooking(typed);
  if (sent.kind === "invalid") return data({ typed, errors: sent.errors, warnings: [] as string[] }, { status: 422 });
  const outcome = await bookForPractice(appContextOf(context), actorOf(context), { input: sent.input });
  if (outcome.kind === "booked") throw saved(href("/admin/appointments/:id", outcome.appointment));
  const { errors = {}, warnings = [], status } = practiceReply(outcome, requestInfoOf(context).locale);
  return data({ typed, errors, warnings }, { status });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Add Appointment");

/** The form of the dialog as a page, for whoever has no script: find the client, then book. */
export default function Add({ loaderData, actionData }: Route.ComponentProps) {
  const { client, choices, day, time, therapist } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to="/appointments">Appointments</BackLink>
      <PageHeading title="Add Appointment" />
      <PlainFinder {...loaderData} />
      <PlainBooking
        key={client?.id}
        {...{ client, choices }}
        start={{ day, time, therapist }}
        reply={actionData ?? null}
      />
    </div>
  );
}
