import { Form, href, Link } from "react-router";
import type { InviteView, PersonView } from "#app/routes/admin/settings/people/people-view.server.ts";
import { Button, Field } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

export function PeopleList({ people }: { people: readonly PersonView[] }) {
  return (
    <ul className="mb-8 divide-y divide-line border-y border-line">
      {people.map((person) => (
        <li key={person.id} className="py-3">
          <div className="flex flex-wrap items-center gap-2">
            <Link
              to={href("/admin/settings/people/:id", { id: person.id })}
              className="prose-link inline-flex min-h-6 items-center font-[650] wrap-anywhere"
            >
              {person.name}
            </Link>
            {person.self && <StatusTag look="plain">You</StatusTag>}
            {person.suspended && <StatusTag look="bad">Suspended</StatusTag>}
            {person.unprotected && <StatusTag look="waiting">No second factor</StatusTag>}
          </div>
          <p>
            {person.roles}
            {person.therapist && ` (${person.therapist})`}
          </p>
          <p className="text-sm text-ink-soft wrap-anywhere">{person.email}</p>
          {person.waiting && (
            <p className="text-sm text-ink-soft">
              Their access as {person.waiting} starts once they set up a sign-in code in their account.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

export function InviteList({ invites }: { invites: readonly InviteView[] }) {
  const sendsMail = useSendsMail();
  const again = sendsMail ? "Send again" : "Make a new link";
  return (
    <section aria-labelledby="invited" className="mb-8">
      <h2 id="invited" className="mb-2 text-lg">
        Invited, not joined yet
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {invites.map((invite) => (
          <li key={invite.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-[650] wrap-anywhere">
                {invite.email}
                <StatusTag look={invite.until ? "waiting" : "bad"}>{invite.until ? "Pending" : "Expired"}</StatusTag>
              </p>
              <p>
                {invite.roles}
                {invite.therapist && ` (${invite.therapist})`}
              </p>
              <p className="text-sm text-ink-soft">
                {sendsMail ? "Sent" : "Invited"} on {invite.sent}
                {invite.until && `, works until ${invite.until}`}
              </p>
              {invite.link && (
                <Field
                  label="Link to copy and give to them"
                  id={`link-${invite.id}`}
                  name="link"
                  readOnly
                  value={invite.link}
                />
              )}
            </div>
            <Form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="id" value={invite.id} />
              <Button
                name="intent"
                value="again"
                look="outline"
                size="small"
                data-confirm
                aria-label={`${again}: ${invite.email}`}
              >
                {again}
              </Button>
              <Button
                name="intent"
                value="withdraw"
                look="outline"
                size="small"
                data-confirm
                aria-label={`Withdraw: ${invite.email}`}
              >
                Withdraw
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
