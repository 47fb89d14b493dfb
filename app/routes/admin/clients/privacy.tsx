import type { RecordView } from "#app/routes/admin/clients/record-view.server.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { Button, LinkButton } from "#app/ui/controls.tsx";

/** A client's legal rights: a copy of their data, and its erasure. */
export function Privacy({
  record: { client, contact, otherAccount },
  keepsRecord,
}: {
  record: RecordView;
  keepsRecord: boolean;
}) {
  const address = `/admin/clients/${client.id}`;
  return (
    <section aria-labelledby="privacy" className="mt-10">
      <h2 id="privacy" className="mb-2 text-xl">
        Their data
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">
        Clients can ask for a copy of their data, or for it to be erased. Answer within one month. Both leave a line in
        the audit.
      </p>
      <div className="flex flex-wrap gap-2">
        <form method="post" action={`${address}/export.json`}>
          <Button look="outline" size="small" data-confirm>
            Export data
          </Button>
        </form>
        {keepsRecord && (
          <LinkButton to={`${address}/bundle`} look="outline" size="small">
            File for an insurer
          </LinkButton>
        )}
        {keepsRecord && (
          <LinkButton to={`${address}/controller`} look="outline" size="small">
            Whose record it is
          </LinkButton>
        )}
        {keepsRecord && (
          <LinkButton to={`${address}/hold`} look="outline" size="small">
            Legal hold
          </LinkButton>
        )}
        <ChangeButton
          change={{ action: `${address}/erasure`, fields: {} }}
          ask={{
            title: `Erase the data of ${client.name}?`,
            choice: otherAccount ? choiceOf(contact, otherAccount) : undefined,
            body: `${otherAccount ? ERASES_CHOICE : ERASES_ALL}${keepsRecord ? ` ${KEEPS_RECORD}` : ""}`,
            keep: "Keep",
            doIt: "Erase data",
          }}
        >
          Erase data
        </ChangeButton>
      </div>
    </section>
  );
}

const KEPT = "We keep the bookings without personal data, for your accounts.";
const KEEPS_RECORD =
  "A health record closes straight away. It is kept, sealed, as long as your insurer asks, and destroyed on its day.";
const ERASES_ALL = `Name, email, phone, notes, messages, emails and the account go for good. ${KEPT}`;
const ERASES_CHOICE = `What you erase is gone for good. ${KEPT}`;

type Named = { name: string; email: string; phone: string };

function choiceOf(contact: Named, account: Named) {
  const inWords = ({ name, email, phone }: Named) => [name, email, phone].filter(Boolean).join(", ");
  return {
    name: "goes",
    legend: "An account has this address, with another name or phone. What do you want to erase?",
    missing: "Choose what to erase.",
    options: [
      { value: "record", label: "This record only", hint: `${inWords(contact)}. The account stays.` },
      { value: "account", label: "This record and the account", hint: `The account of ${inWords(account)} goes too.` },
    ],
  };
}
