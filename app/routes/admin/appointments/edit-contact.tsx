import { href } from "react-router";
import { changeContact, getContact } from "#app/appointments/clients/change-contact.server.ts";
import { contactForm, contactFormOf } from "#app/appointments/clients/contact.form.ts";
import { PracticeVisitFields } from "#app/diary/booking/practice-booking-form.tsx";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CONTACT_LABELS, ContactFields } from "#app/routes/admin/contact-fields.tsx";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/edit-contact.ts";

const LABELS = { ...CONTACT_LABELS, address: "Client’s address", postcode: "Postcode", access: "How to get in" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const contact = await getContact(appContextOf(context), actorOf(context), params.id);
  if (!contact) throw refusedAs("not-found");
  const { id, name, version, visit } = contact;
  return { id, name: name ?? "Unknown", stored: fieldsOf(contactFormOf(contact)), version, isAtClient: visit !== null };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(contactForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const change = { appointmentId: params.id, version: sent.version, ...form.value };
  const outcome = await changeContact(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") {
    return stale(sent, { theirs: contactFormOf(outcome.current), version: outcome.current.version });
  }
  throw saved(href("/admin/appointments/:id", params));
}

export const meta: Route.MetaFunction = (at) =>
  privateMeta(at, `Contact details of ${at.loaderData?.name ?? "an appointment"}`);

export default function EditAppointmentContact({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, stored, version, isAtClient } = loaderData;
  return (
    <div className="max-w-xl">
      <BackLink to={href("/admin/appointments/:id", { id })}>Appointment of {name}</BackLink>
      <PageHeading
        title="Contact details"
        intro={`For this appointment only. A corrected email address ends the old link${useSendsMail() ? ", and we email a new one" : ""}.`}
      />
      <EditForm {...{ stored, version }} reply={actionData} labels={LABELS}>
        {(edited) => (
          <>
            <ContactFields {...edited} />
            {isAtClient && <PracticeVisitFields {...edited} />}
          </>
        )}
      </EditForm>
    </div>
  );
}
