import { href, Link } from "react-router";
import type { MoneyView } from "#app/payments/checkout.server.ts";
import { type DayLine, gapsToFill, type TodayRow } from "#app/routes/admin/dashboard/today-view.ts";
import { QrCode } from "#app/ui/app-key.tsx";

/** Where a client books: `qr` is null where no other device can open this address. */
export type BookingAddress = { url: string; qr: boolean[][] | null };

type Props = {
  booking: BookingAddress;
  rows: TodayRow[];
  lines: DayLine[];
  /** The day of the lines in words; null: today. */
  day: string | null;
  money: Record<string, MoneyView> | null;
  takesPayments: boolean;
};

/** For whoever looks at the demo for the first time: each is done with two presses from here. */
export function FiveThings({ booking, rows, lines, day, money, takesPayments }: Props) {
  const owing = rows.find(({ id }) => (money?.[id]?.owedPence ?? 0) > 0);
  const known = rows.find(({ client }) => client);
  // A Sunday has no one, and the day after has.
  const ahead = lines.flatMap((line) => (line.kind === "appointment" ? [line.row] : [])).find(({ client }) => client);
  const treated = known ?? ahead;
  const [gap] = gapsToFill(lines);
  const things = [
    owing && {
      to: href("/admin/appointments/:id/pay", { id: owing.id }),
      title: "Take a payment",
      about: `${owing.name}, ${owing.time}. Choose how they pay.`,
    },
    treated?.client && {
      to: `${href("/admin/clients/:id", { id: treated.client.id })}#notes`,
      title: "Write a note",
      about: `${treated.name} is booked ${known || !day ? "today" : `for ${day}`}. The note is on their page.`,
    },
    gap
      ? {
          to: gap.fill,
          title: "Fill a gap",
          about: `${[day, gap.time, gap.therapist].filter(Boolean).join(", ")}: choose who is suggested, or search.`,
        }
      : {
          to: "/appointments?add=1",
          title: "Book for a caller",
          about: "Who is calling, and one of the next free times.",
        },
    takesPayments && {
      to: href("/admin/money"),
      title: "Close the day",
      about: "Count the cash, and the day’s takings are shown beside it.",
    },
  ].filter((thing) => !!thing);
  return (
    <section aria-labelledby="try" className="mt-10 border-t border-line pt-6">
      <h2 id="try" className="text-xl">
        {COUNTED[things.length]} to try
      </h2>
      <p className="mt-1 text-ink-soft">Invented clients get no email.</p>
      <ol className="mt-4 grid grid-cols-1 gap-x-9 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        <Book {...booking} />
        {things.map(({ to, title, about }) => (
          <li key={title}>
            <Link to={to} className="prose-link inline-flex min-h-11 items-center font-[650]">
              {title}
            </Link>
            <p className="text-sm">{about}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const COUNTED = ["One thing", "Two things", "Three things", "Four things", "Five things"];

function Book({ url, qr }: BookingAddress) {
  return (
    <li>
      {qr ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] underline underline-offset-4">
            Book as a client on your phone
          </summary>
          <QrCode modules={qr} label="The address of the booking page, to be scanned" />
          <p className="mt-2 text-sm wrap-anywhere">{url}</p>
        </details>
      ) : (
        <a href={url} className="prose-link inline-flex min-h-11 items-center font-[650]">
          Book as a client
        </a>
      )}
      <p className="text-sm">A time and three fields. Then look for it in the diary.</p>
    </li>
  );
}
