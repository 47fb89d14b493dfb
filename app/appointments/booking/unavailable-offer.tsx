import { Form, Link } from "react-router";
import type { TypedDetails } from "#app/appointments/booking/person-fields.tsx";
import type { OfferToChoose } from "#app/appointments/booking/scheduler/scheduler-state.ts";
import { Notice } from "#app/ui/controls.tsx";

type Props = { offer: OfferToChoose; typed: (TypedDetails & { start?: string }) | undefined };

const ROW = "group flex min-h-13 items-center justify-between gap-4 no-underline";

/** What a link asked for and cannot be booked, and what can. Nothing is chosen until someone chooses it. */
export function UnavailableOffer({ offer: { sentence, title, rows }, typed }: Props) {
  return (
    <div className="max-w-2xl">
      <Notice tone="warning" className="mt-4 mb-6">
        {sentence}
      </Notice>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-4 border-t border-line">
        {rows.map(({ href, ...row }) => (
          <li key={href} className="border-b border-line">
            {typed ? (
              <Form method="post" action={href}>
                {Object.entries(typed).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <button type="submit" name="choose" value="yes" className={`${ROW} w-full cursor-pointer text-left`}>
                  <RowWords {...row} />
                </button>
              </Form>
            ) : (
              <Link to={href} className={ROW}>
                <RowWords {...row} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RowWords({ name, detail, price }: Omit<OfferToChoose["rows"][number], "href">) {
  return (
    <>
      <span className="min-w-0">
        <span className="block font-[650] group-hover:underline">{name}</span>
        {detail && <span className="block text-sm text-ink-soft">{detail}</span>}
      </span>
      {price && <span className="figures shrink-0">{price}</span>}
    </>
  );
}
