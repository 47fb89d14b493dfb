import { href } from "react-router";
import { contactFormOf } from "#app/appointments/clients/contact.form.ts";
import { viewName } from "#app/clients/client.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { changeContact, clientContactForm, getContact } from "#app/privacy/change-client-contact.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CONTACT_LABELS, ContactFields } from "#app/routes/admin/contact-fields.tsx";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/edit-contact.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await getContact(appContextOf(context), actorOf(context), params.id);
  if (!found) throw refusedAs("not-found");
  const { client, isAhead } = found;
  const stored = fieldsOf({ ...contactFormOf(client), ahead: isAhead });
  return { id: client.id, name: viewName(client), stored, isAhead, version: client.contactVersion };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(clientContactForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const { ahead, ...contact } = form.value;
  const change = { id: params.id, version: sent.version, contact, ahead };
  const outcome = await changeContact(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") {
    const { current } = outcome;
    return stale(sent, { theirs: { ...contactFormOf(current), ahead }, version: current.contactVersion });
  }
  throw saved(href("/admin/clients/:id", params));
}

export const meta: Route.MetaFunction = (at) =>
  privateMeta(at, `Contact details of ${at.loaderData?.name ?? "a client"}`);

export default function EditClientContact({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, stored, isAhead, version } = loaderData;
  return (
    <div className="max-w-xl">
      <BackLink to={href("/admin/clients/:id", { id })}>Record of {name}</BackLink>
      <PageHeading
        title="Contact details"
        intro={`A corrected email address ends the old links of the appointments put right${useSendsMail() ? ", and we email new ones" : ""}.`}
      />
      <EditForm {...{ stored, version }} reply={actionData} labels={CONTACT_LABELS}>
        {(edited) => (
          <>
            <ContactFields {...edited} />
            {isAhead && (
              <TickBox {...edited.tick("ahead")} hint="Details given for a single appointment do not change.">
                Put it right in their appointments ahead too
              </TickBox>
            )}
          </>
        )}
      </EditForm>
    </div>
  );
}
