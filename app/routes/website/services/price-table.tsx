import { priceInProse } from "#app/catalogue/price.ts";
import type { Service, ServiceLength } from "#app/catalogue/service.ts";
import { LinkButton } from "#app/ui/button.tsx";

type Props = { service: Pick<Service, "slug" | "title" | "lengths">; bookable: boolean };

export function PriceTable({ service, bookable }: Props) {
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
        {service.lengths.map((length) => (
          <tr key={length.minutes} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 font-[400]">
              <span className="figures">{length.minutes} minutes</span>
              {length.label && <span className="block text-sm text-ink-soft">{length.label}</span>}
            </th>
            <td className="figures py-2 pr-6 text-right text-lg font-[650]">{priceInProse(length.pricePence)}</td>
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

function BookLength({ service, length }: { service: Props["service"]; length: ServiceLength }) {
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
