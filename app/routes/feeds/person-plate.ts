import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { FOR_GOOD } from "#app/routes/feeds/for-good.ts";
import { pens, personPen } from "#app/ui/pen/pen.ts";
import { personPlate, seedOf } from "#app/ui/pen/person-grain.ts";
import { twofoldSvg } from "#app/ui/pen/plate-svg.ts";
import type { Route } from "./+types/person-plate.ts";

// A drawing takes some 50 ms; only those of therapists are made, so there are few.
const drawn = new Map<string, string>();

/** The drawing in place of a therapist's portrait. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const therapists = (await readPractice(appContextOf(context))).therapists;
  const seed = therapists.map(({ id }) => seedOf(id)).find((one) => params.file === `${one}.svg`);
  if (!seed) throw new Response("There is no such drawing.", { status: 404 });
  const svg = drawn.get(seed) ?? twofoldSvg(personPlate(seed), { wide: personPen, narrow: pens.thumb });
  drawn.set(seed, svg);
  return new Response(svg, { headers: { ...FOR_GOOD, "Content-Type": "image/svg+xml; charset=utf-8" } });
}
