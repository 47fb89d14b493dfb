import type { ReactNode } from "react";
import type { Service } from "#app/catalogue/service.ts";
import { ServiceCard } from "#app/catalogue/service-card.tsx";
import { LinkButton } from "#app/ui/button.tsx";

/** The specification's three cards, by slug. */
const SHOWN_AT_HOME = ["deep-tissue-massage", "sport-foot-massage", "injury-rehabilitation"];

export function servicesAtHome(services: readonly Service[]): Service[] {
  const wanted = SHOWN_AT_HOME.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  const others = services.filter((service) => !wanted.includes(service));
  return [...wanted, ...others].slice(0, SHOWN_AT_HOME.length);
}

/** Three treatments with a link to all of them, and the films. */
export function WhatWeDo({ services, children }: { services: Service[]; children: ReactNode }) {
  return (
    <section aria-labelledby="what-we-do" className="section pt-0">
      <div className="wrap">
        <h2 id="what-we-do" className="text-3xl">
          What We Do
        </h2>
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
        {children}
      </div>
    </section>
  );
}
