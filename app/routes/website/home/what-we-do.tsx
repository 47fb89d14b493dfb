import type { ReactNode } from "react";
import type { Service } from "#app/catalogue/service.ts";
import { ServiceCard } from "#app/catalogue/service-card.tsx";
import { LinkButton } from "#app/ui/button.tsx";

/** Up to three treatments with a link to all of them, and the films (`children`). Nothing where there is neither. */
export function WhatWeDo({ services, children }: { services: Service[]; children: ReactNode | null }) {
  if (services.length === 0 && children === null) return null;
  return (
    <section aria-labelledby="what-we-do">
      <div className="wrap">
        <h2 id="what-we-do" className="text-3xl">
          What We Do
        </h2>
        {services.length > 0 && <Cards services={services} />}
        {children}
      </div>
    </section>
  );
}

function Cards({ services }: { services: Service[] }) {
  return (
    <>
      <ul className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 md:grid-cols-3 lg:mt-14 lg:gap-x-10">
        {services.map((service) => (
          <li key={service.slug}>
            <ServiceCard service={service} />
          </li>
        ))}
      </ul>
      <p className="mt-10 lg:mt-12">
        <LinkButton to="/services" reloadDocument look="outline">
          VIEW MORE
        </LinkButton>
      </p>
    </>
  );
}
