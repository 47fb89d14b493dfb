import { Form, href, Link, redirect } from "react-router";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { covers, requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { DAYS_OFF } from "#app/routes/admin/hours/hours-tabs.tsx";
import { closeOrAsk } from "#app/team/time-off.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/off-sick.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const scope = requireScope(actorOf(context), "change", "closures");
  const { settings, therapists } = await readPractice(app);
  return {
    today: dayInWords(localDateOf(app.clock.now(), settings.bookingRules.zone)),
    therapists: therapists.filter(({ id }) => covers(scope, id)).map(({ id, name }) => ({ id, name })),
  };
}

/** Closes today for one therapist, and goes on to the clients whom that leaves without one. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const { fields } = await sentTo(request);
  const { settings, therapists } = await readPractice(app);
  const today = localDateOf(app.clock.now(), settings.bookingRules.zone);
  const therapistId = therapists.find(({ id }) => id === fields.therapist)?.id;
  if (therapistId === undefined) throw refusedAs("not-found");
  const days = { firstDay: today, lastDay: today, fromMinute: null, toMinute: null };
  const draft = { kind: "closure" as const, therapistId, ...days, reason: "Off sick", publicNote: null };
  let outcome = await closeOrAsk(app, actor, { draft, accepted: [] });
  // Who is ill is ill, whoever is booked: the next page is about them.
  if (outcome.kind === "strands") {
    const accepted = outcome.bookings.map(({ id }) => id);
    outcome = await closeOrAsk(app, actor, { draft, accepted });
  }
  if (outcome.kind === "asked") throw saved(`${DAYS_OFF}&asked`);
  if (outcome.kind === "changed") {
    throw saved(outcome.stranded.length > 0 ? href("/admin/stranded") : DAYS_OFF);
  }
  // Someone booked in that moment: pressed once more, it closes.
  if (outcome.kind === "strands") throw redirect(href("/admin/off-sick"), 303);
  throw refusedAs("not-found");
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Someone is off sick");

export default function OffSick({ loaderData: { today, therapists } }: Route.ComponentProps) {
  return (
    <div className="max-w-xl">
      <BackLink to={href("/admin")}>Dashboard</BackLink>
      <PageHeading title="Someone is off sick" intro={`Closes ${today} for them. You see their clients next.`} />
      {therapists.length === 0 && (
        <p>
          No therapists yet. They appear here once you{" "}
          <Link to={href("/admin/therapists")} className="prose-link">
            add one
          </Link>
          .
        </p>
      )}
      <ul className="space-y-3">
        {therapists.map(({ id, name }) => (
          <li key={id}>
            <Form method="post">
              <Button
                name="therapist"
                value={id}
                look="outline"
                className="w-full min-w-0 wrap-anywhere whitespace-normal"
              >
                {name} is off today
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <LinkButton to={DAYS_OFF} look="quiet" size="small">
          Off for longer, or for some hours
        </LinkButton>
      </p>
    </div>
  );
}
