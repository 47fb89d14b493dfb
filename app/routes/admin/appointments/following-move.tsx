import { data, Form, href, redirect } from "react-router";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import { OccurrenceList } from "#app/diary/series/occurrence-list.tsx";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { followingMoved, followingPage } from "#app/routes/admin/appointments/following-page.server.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/following-move.ts";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { locale } = requestInfoOf(context);
  const sent = { app: appContextOf(context), actor: actorOf(context), locale, appointmentId: id, typed: {} };
  const page = await followingPage(sent, null);
  if (page === "cancelled") throw redirect(href("/admin/appointments/:id", { id }));
  return page;
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const typed = { day: "", time: "", ...fieldsFrom(await readFormBody(request)) };
  const { locale } = requestInfoOf(context);
  const sent = { app: appContextOf(context), actor: actorOf(context), locale, appointmentId: id, typed };
  const refused = await followingMoved(sent);
  const page = await followingPage(sent, refused);
  if (page === "cancelled") throw redirect(href("/admin/appointments/:id", { id }), 303);
  return data(page, { status: page.status });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, at.loaderData?.title ?? "Move a series");

/** Looks at every new time before anything moves. */
export default function MoveFollowing({ params: { id }, loaderData, actionData }: Route.ComponentProps) {
  const sendsMail = useSendsMail();
  const { title, values, errors, fault, therapists, occurrences, found, shiftKey } = actionData ?? loaderData;
  return (
    <div className="max-w-4xl">
      <BackLink to={href("/admin/appointments/:id", { id })}>Leave them</BackLink>
      <PageHeading title={title} intro="Moves this and all later appointments by the same number of days." />
      {Object.keys(errors).length > 0 && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {fault && (
        <Notice tone="danger" live className="mb-4">
          {fault}
        </Notice>
      )}
      <Form method="post" noValidate>
        <input type="hidden" name="sequence" value={values.sequence} />
        <input type="hidden" name="shown" value={shiftKey} />
        <div key={shiftKey} className="grid grid-cols-2 gap-3 md:grid-cols-3">
          <Field type="date" name="day" label="Date of this one" defaultValue={values.day} error={errors.day} />
          <Field type="time" name="time" label="Time" step={300} defaultValue={values.time} error={errors.time} />
          {(errors.which || values.which) && <WhichField value={values.which} error={errors.which} />}
          <Select name="therapist" label="Therapist" defaultValue={values.therapist}>
            <option value="">As booked</option>
            {therapists.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <Button look="outline" size="small" className="mt-3">
          Show the times
        </Button>
        {occurrences.length > 0 && (
          <section aria-labelledby="times" className="mt-6">
            <h2 id="times" className="mb-2 text-xl">
              {found}
            </h2>
            <OccurrenceList key={shiftKey} occurrences={occurrences} />
            <p className="mt-3 text-sm text-ink-soft">
              {sendsMail
                ? "One email says all of it. It goes out after two minutes: until then you can undo it unseen."
                : CALL_THEM}
            </p>
            <Button name="intent" value="move" className="mt-3">
              Move to the chosen times
            </Button>
          </section>
        )}
      </Form>
    </div>
  );
}
