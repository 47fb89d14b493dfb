import { href, Link } from "react-router";
import { PLACE_IDS, placeName } from "#app/body-map/place.ts";
import { wordsOfPlace } from "#app/body-map/place-words.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const stored = (await readPractice(app)).settings.bodyPlaces;
  const titles = new Map((await readPractice(app)).services.map(({ slug, title }) => [slug, title]));
  const places = PLACE_IDS.map((place) => ({
    place,
    name: placeName(place),
    services: wordsOfPlace(place, stored).services.flatMap((slug) => titles.get(slug) ?? []),
  }));
  return { places };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Body map");

export default function BodyPlaces({ loaderData: { places } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Body map"
        intro={
          <>
            What a visitor reads who points to a place on{" "}
            <a href="/services#body" className="prose-link">
              /services
            </a>
            . Its heading and the lines beneath are under Words, Services.
          </>
        }
      />
      <ul className="divide-y divide-line border-y border-line">
        {places.map(({ place, name, services }) => (
          <li key={place} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Link
              to={href("/admin/settings/body/:place", { place })}
              className="prose-link inline-flex min-h-11 items-center font-[650]"
            >
              {name}
            </Link>
            <span className="text-sm text-ink-soft">{services.join(", ") || "No treatment"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
