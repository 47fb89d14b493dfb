import { Form } from "react-router";
import { readablePhone } from "#app/platform/phone-number.ts";
import { Button } from "#app/ui/button.tsx";

type Props = {
  clashes: {
    invitee: string;
    when: string;
    title: string;
    name: string | null;
    email: string | null;
    phone: string | null;
  }[];
};

/** What was confirmed on Calendly for a time that is taken here. */
export function Clashes({ clashes }: Props) {
  return (
    <section aria-labelledby="clashes" className="mb-8">
      <h2 id="clashes" className="text-xl">
        Booked on Calendly, and taken here ({clashes.length})
      </h2>
      <p className="mt-1">
        Calendly has said yes to these. Move or cancel one of the two, here or there: we look again every five minutes.
      </p>
      <ul className="mt-3">
        {clashes.map(({ invitee, when, title, name, email, phone }) => (
          <li key={invitee} className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-[650]">{when}</p>
              <p>
                {name ?? "Unknown"}, {title}
              </p>
              <p className="text-ink-soft">
                {[email ?? "No Email", phone ? readablePhone(phone) : "No Phone"].join(", ")}
              </p>
            </div>
            <Form method="post">
              <Button name="intent" value={`settle:${invitee}`} look="outline" size="small">
                I have dealt with it<span className="sr-only">: {when}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
