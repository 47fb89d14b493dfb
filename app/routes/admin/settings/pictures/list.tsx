import { href, Link } from "react-router";
import type { Image } from "#app/media/picture.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { PLACE_WORDS } from "#app/routes/admin/settings/pictures/place-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type PicturePlace, placeImagesOf } from "#app/settings/schemas/place-pictures.ts";
import { Photograph } from "#app/ui/photograph.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { pictures } = (await readPractice(app)).settings;
  const places = Object.entries(placeImagesOf(pictures)) as [PicturePlace, Image | null][];
  return { places: places.map(([place, image]) => ({ place, image })) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Pictures");

export default function Pictures({ loaderData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Pictures" intro="Add your own photo to any of these places, or keep our drawing." />
      <ul>
        {loaderData.places.map(({ place, image }) => {
          const { title, about } = PLACE_WORDS[place];
          return (
            <li key={place} className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-line py-4">
              <div className="grow">
                <Link
                  to={href("/admin/settings/pictures/:place", { place })}
                  className="prose-link inline-block min-h-6 text-lg font-[650]"
                >
                  {title}
                </Link>
                <p className="mt-1 text-ink-soft">{about}</p>
                <p className="mt-1 text-sm">{image ? "Visitors see your photograph." : "Visitors see our drawing."}</p>
              </div>
              {image && <Photograph image={image} sizes="10rem" className="h-auto w-40 rounded-md" />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
