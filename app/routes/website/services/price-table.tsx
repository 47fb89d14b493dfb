import { ComingPriceNote } from "#app/catalogue/coming-price-note.tsx";
import { priceInProse } from "#app/catalogue/price.ts";
import { type ComingPrice, NOW, priceOn, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import type { Service, ServiceLength } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { LinkButton } from "#app/ui/button.tsx";

type Offered = Pick<Service, "slug" | "title" | "lengths" | "therapistIds">;
/** `coming`: for each length in turn the change of its price that is near. */
type Props = { service: Offered; bookable: boolean; givers: readonly Giver[]; coming: readonly (ComingPrice | null)[] };

export function PriceTable({ service, bookable, givers, coming }: Props) {
  return (
    <table className="mt-7 w-full max-w-lg border-t border-line text-left">
      <caption className="sr-only">Lengths and prices</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Length</th>
          <th scope="col">Price</th>
          {bookable && <th scope="col">Book</th>}
        </tr>
      </thead>
      <tbody>
        {service.lengths.map((length, index) => (
          <tr key={length.minutes} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 font-[400]">
              <span className="figures">{length.minutes} minutes</span>
              {length.label && <span className="block text-sm text-ink-soft">{length.label}</span>}
            </th>
            <td className="figures py-2 pr-6 text-right text-lg font-[650]">
              {rangeInProse(pricesOn(length, { therapistIds: service.therapistIds, date: NOW }))}
              <OwnPrices length={length} givers={givers} />
              <ComingPriceNote coming={coming[index] ?? null} />
            </td>
            {bookable && (
              <td className="w-px py-2 text-right">
                <BookLength service={service} length={length} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who costs what, where they differ. */
function OwnPrices({ length, givers }: { length: ServiceLength; givers: readonly Giver[] }) {
  const { lowest, highest } = pricesOn(length, { therapistIds: givers.map(({ id }) => id), date: NOW });
  if (lowest === highest) return null;
  return givers.map((giver) => (
    <span key={giver.id} className="block text-sm font-normal text-ink-soft">
      {giver.short} {priceInProse(priceOn(length, { therapistId: giver.id, date: NOW }))}
    </span>
  ));
}

function BookLength({ service, length }: { service: Offered; length: ServiceLength }) {
  const query = new URLSearchParams({ service: service.slug, minutes: String(length.minutes) });
  return (
    <LinkButton
      to={`/book?${query}`}
      reloadDocument
      look="outline"
      size="small"
      aria-label={`Book ${service.title}, ${length.minutes} minutes`}
    >
      Book
    </LinkButton>
  );
}
