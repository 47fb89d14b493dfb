import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { Button } from "#app/ui/button.tsx";

/** A client's legal rights: a copy of their data, and its erasure. */
export function Privacy({ client }: { client: { id: string; name: string } }) {
  const address = `/admin/clients/${client.id}`;
  return (
    <section aria-labelledby="privacy" className="mt-10">
      <h2 id="privacy" className="mb-2 text-xl">
        Their data
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">
        A client may ask for a copy of their data, and for its erasure. Answer within one month. Both leave a line in
        the audit.
      </p>
      <div className="flex flex-wrap gap-2">
        <form method="post" action={`${address}/export.json`}>
          <Button look="outline" size="small">
            Export data
          </Button>
        </form>
        <ChangeButton
          change={{ action: `${address}/erasure`, fields: {} }}
          ask={{
            title: `Erase the data of ${client.name}?`,
            body: "Name, address, number, notes, messages, mails and the account with their confirmed address go for good. The bookings are kept without them: the accounts and the law need them.",
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
