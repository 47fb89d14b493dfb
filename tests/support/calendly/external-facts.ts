import type { ExternalFacts } from "#app/connections/calendly/invitee.ts";
import { newId } from "#app/platform/ids.server.ts";

/** An hour of Ann's with Imogen, as Calendly tells of it. */
export function externalFacts({ start, ...given }: Partial<ExternalFacts> & { start: number }): ExternalFacts {
  return {
    invitee: newId(),
    event: newId(),
    eventVersion: "1",
    isCancelled: false,
    old: null,
    start,
    end: start + 3_600_000,
    problem: null,
    title: "Deep Tissue Massage",
    host: "Imogen Hartley",
    name: "Ann O'Neil",
    email: "ann@example.com",
    phone: null,
    bookedAt: start,
    cancelledBy: "client",
    ...given,
  };
}
