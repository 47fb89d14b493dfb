import { Form } from "react-router";
import { readablePhone } from "#app/platform/phone-number.ts";
import { Button } from "#app/ui/button.tsx";

type Waiting = {
  invitee: string;
  when: string;
  title: string;
  name: string | null;
  email: string | null;
  phone: string | null;
};

/** What was confirmed on Calendly for a time that is taken here. */
export function Clashes({ clashes }: { clashes: Waiting[] }) {
  return (
    <section aria-labelledby="clashes" className="mb-8">
      <h2 id="clashes" className="text-xl">
        Booked on Calendly, and taken here ({clashes.length})
      </h2>
      <p className="mt-1">
        Calendly has said yes to these. Move or cancel one of the two, here or there: we look again every five minutes.
      </p>
      <WaitingList waiting={clashes} />
    </section>
  );
}

/** What was confirmed on Calendly at a time that no diary takes. */
export function OddTimes({ odd }: { odd: Waiting[] }) {
  return (
    <section aria-labelledby="odd-times" className="mb-8">
      <h2 id="odd-times" className="text-xl">
        Booked on Calendly, not in your diary ({odd.length})
      </h2>
      <p className="mt-1">
        Your diary takes appointments of up to 24 hours, from 2000 to 2099. Change these on Calendly, or add them to
        your diary by hand.
      </p>
      <WaitingList waiting={odd} />
    </section>
  );
}

function WaitingList({ waiting }: { waiting: Waiting[] }) {
  return (
    <ul className="mt-3">
      {waiting.map(({ invitee, when, title, name, email, phone }) => (
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
              I have dealt with it
              <span className="sr-only">
                : {name ?? "Unknown"}, {when}
              </span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
