import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import { BookLink } from "#app/routes/website/services/book-link.tsx";
import { PriceTable } from "#app/routes/website/services/price-table.tsx";
import { sentence } from "#app/routes/website/services/sentence.ts";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";

type Props = Pick<ComponentProps<typeof PriceTable>, "bookable" | "givers" | "coming"> & {
  service: Service;
  price: string;
  phone: { href: string; label: string };
};

export function ServiceHero({ service, bookable, givers, coming, price, phone }: Props) {
  const isOnline = useOnlineBooking();
  return (
    <section className="relative border-b border-line md:overflow-clip">
      <div className="wrap grid md:min-h-[40rem] md:grid-cols-2 lg:min-h-[44rem]">
        <div className="relative z-1 py-10 md:self-center md:pr-8 lg:py-20 lg:pr-12">
          <p>
            <Link to="/services" reloadDocument className="prose-link inline-flex min-h-11 items-center text-sm">
              All services
            </Link>
          </p>
          <h1 className="mt-2 text-3xl">{service.title}</h1>
          <p className="mt-5 max-w-[38ch] text-lg">{service.summary}</p>
          {service.lengths.length > 0 && (
            <PriceTable bookable={bookable && isOnline} {...{ service, givers, coming }} />
          )}
          <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
            <BookLink service={service} bookable={bookable} hero />
            {!bookable && (
              <a href={phone.href} className="prose-link inline-flex min-h-11 items-center">
                or ring {phone.label}
              </a>
            )}
          </div>
          {bookable && price && <p className="mt-5 max-w-[46ch] text-sm text-ink-soft">{price}</p>}
        </div>
      </div>
      <Drawing service={service} />
    </section>
  );
}

/** `Press: load goes in slowly.`, with the verb set apart. */
function Caption({ text }: { text: string }) {
  const [, verb = "", rest = text] = /^(\p{L}+):\s*(.*)$/su.exec(text) ?? [];
  return (
    <>
      {verb && <strong className="font-display text-lg">{verb}: </strong>}
      {rest}
    </>
  );
}

function Drawing({ service }: { service: Service }) {
  return (
    <figure className="max-md:relative max-md:aspect-square md:absolute md:inset-y-0 md:right-0 md:w-1/2">
      <ServicePicture service={service} size="plate" sizes="(width >= 48rem) 50vw, 100vw" className="h-full w-full" />
      {service.words.verb && (
        <figcaption className="absolute bottom-0 left-0 max-w-[min(100%,26rem)] bg-paper px-4 pt-2 pb-3 text-sm text-pretty max-md:pl-0">
          <Caption text={sentence(service.words.verb)} />
        </figcaption>
      )}
    </figure>
  );
}
