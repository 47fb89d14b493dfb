import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { ShownRecord } from "#app/routes/admin/clients/shown-record.server.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { LinkButton } from "#app/ui/button.tsx";

export function Contact({ record }: { record: ShownRecord }) {
  const can = useMay();
  const { client, otherEmails, otherPhones, account } = record;
  return (
    <section aria-label="Contact">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <Fact term="Next visit">{client.next}</Fact>
        <Fact term="Last visit">{client.last}</Fact>
        <Fact term="Phone">
          {client.phoneHref ? <ContactLink href={client.phoneHref}>{client.phone}</ContactLink> : client.phone}
        </Fact>
        <Fact term="Email">
          {client.email.includes("@") ? (
            <ContactLink href={`mailto:${client.email}`}>{client.email}</ContactLink>
          ) : (
            client.email
          )}
        </Fact>
        {(otherEmails.length > 0 || otherPhones.length > 0) && (
          <Fact term="Also known by">{[...otherEmails, ...otherPhones].join(", ")}</Fact>
        )}
        <Fact term="Account">
          {account && can("see", "users") ? (
            <Link
              className="prose-link inline-flex min-h-6 items-center"
              to={`/users?q=${encodeURIComponent(account)}`}
            >
              Has an account
            </Link>
          ) : (
            ((account && "Has an account") ?? "None")
          )}
        </Fact>
      </dl>
      <p className="mt-4">
        <LinkButton to={href("/admin/clients/:id/contact", client)} look="outline" size="small">
          Correct contact details
        </LinkButton>
      </p>
    </section>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="prose-link inline-flex min-h-6 items-center wrap-anywhere" href={href}>
      {children}
    </a>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
