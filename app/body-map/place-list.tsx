import { Link } from "react-router";
import type { View } from "#app/body-map/place.ts";
import { REGIONS, type Region, regionAddress } from "#app/body-map/region.ts";

const VIEWS: { view: View; title: string }[] = [
  { view: "front", title: "Front" },
  { view: "back", title: "Back" },
];

/** The same places as words, for whoever would rather read than point. */
export function PlaceList({ chosen }: { chosen: Region | null }) {
  return (
    <details className="mt-6 border-t border-line">
      <summary className="flex min-h-13 cursor-pointer items-center gap-2 font-[650]">
        <span className="underline decoration-1 underline-offset-4">All {REGIONS.length} places as a list</span>
      </summary>
      <p className="text-sm text-ink-soft">Left and right are yours.</p>
      {VIEWS.map(({ view, title }) => (
        <div key={view} className="mt-5">
          <h3 className="text-lg">{title}</h3>
          <ul className="mt-2 grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
            {REGIONS.filter(({ views }) => views[0] === view).map((region) => (
              <li key={region.id} className="border-b border-line">
                <Link
                  to={regionAddress(region)}
                  reloadDocument
                  data-swap
                  aria-current={region.id === chosen?.id || undefined}
                  className="body-listed flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
                >
                  {region.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
