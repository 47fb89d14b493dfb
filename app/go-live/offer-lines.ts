import { priceInProse } from "#app/catalogue/price.ts";
import { type GoLiveFacts, type Line, listed, numbered } from "#app/go-live/line.ts";

export function offerLines(facts: GoLiveFacts): Line[] {
  return [services(facts), hours(facts), pictures(facts)];
}

function services({ services: offered }: GoLiveFacts): Line {
  const unpriced = offered.filter(({ prices }) => prices.length === 0).map(({ title }) => title);
  const ungiven = offered.filter(({ givers }) => givers.length === 0).map(({ title }) => title);
  const problems = [
    ...(offered.length === 0 ? ["Nothing is offered yet."] : []),
    ...(unpriced.length > 0 ? [`Without a length and price: ${listed(unpriced)}.`] : []),
    ...(ungiven.length > 0 ? [`Given by nobody: ${listed(ungiven)}.`] : []),
  ];
  const [givers, prices] = [new Set(offered.flatMap((one) => one.givers)), offered.flatMap((one) => one.prices)];
  const count = `${capital(numbered(offered.length))} ${offered.length === 1 ? "service" : "services"}`;
  return {
    id: "services",
    title: "Services with price, length and somebody who gives them",
    state: problems.length > 0 ? "todo" : "done",
    text:
      problems.length > 0
        ? `${problems.join(" ")} Visitors book a treatment, at its whole price, with a person.`
        : `${count}, ${range(prices)}, given by ${listed([...givers])}.`,
    mend: ungiven.length > 0 && givers.size === 0 ? THERAPISTS : { to: "/admin/services", label: "Services" },
  };
}

const THERAPISTS = { to: "/admin/therapists", label: "Therapists" };

function hours({ hours: opening, working, first }: GoLiveFacts): Line {
  const problems = [
    ...(opening.saved ? [] : ["Nobody has saved your opening hours: visitors read them on the home page."]),
    ...(working > 0 ? [] : ["No therapist has working hours."]),
    ...(working > 0 && first === null ? ["There is no free time within a fortnight."] : []),
  ];
  const open = opening.lines.filter(({ times }) => times !== "Closed");
  return {
    id: "hours",
    title: "Hours",
    state: problems.length > 0 ? "todo" : "done",
    text:
      problems.length > 0
        ? problems.join(" ")
        : `${open.map(({ days, times }) => `${days} ${times}`).join("; ")}. First bookable time: ${first}.`,
    mend: opening.saved
      ? { to: "/admin/hours", label: "Working hours" }
      : { to: "/admin/settings/opening-hours", label: "Opening hours" },
  };
}

function pictures({ pictures: { own, keepsDrawings } }: GoLiveFacts): Line {
  const isDone = own > 0 || keepsDrawings;
  return {
    id: "pictures",
    title: "Pictures",
    state: isDone ? "done" : "todo",
    text: isDone
      ? own > 0
        ? `${capital(numbered(own))} of your own; our drawings stand in the other places.`
        : "You kept the drawings. They suit any practice."
      : "Our drawings stand where photographs may. Keep them, or add your own: visitors look before they read.",
    mend: { to: "/admin/settings/pictures", label: "Pictures" },
    ...(isDone ? {} : { deed: { name: "keep-drawings", label: "Keep the drawings" } }),
  };
}

function range(prices: readonly number[]): string {
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return least === most ? priceInProse(least) : `${priceInProse(least)} to ${priceInProse(most)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
