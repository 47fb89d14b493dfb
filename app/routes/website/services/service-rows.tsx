import type { Service } from "#app/catalogue/service.ts";
import { ServiceRow } from "#app/catalogue/service-row.tsx";

type Props = { id: string; title: string; services: readonly Service[] };

/** More services under a heading, two in a row where there is room. Renders nothing for none. */
export function ServiceRows({ id, title, services }: Props) {
  if (services.length === 0) return null;
  return (
    <section aria-labelledby={id} className="wrap">
      <div className="border-t border-line py-[clamp(3rem,6vw,5rem)]">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <ul className="mt-8 grid gap-x-8 gap-y-10 lg:grid-cols-2">
          {services.map((service) => (
            <li key={service.slug}>
              <ServiceRow service={service} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
