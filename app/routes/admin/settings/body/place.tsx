import { href, Link } from "react-router";
import { isPlaceId, type PlaceId, placeName } from "#app/body-map/place.ts";
import { placeForm, placeFormOf, wordsOfPlace } from "#app/body-map/place-words.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { TextArea, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/place.ts";

const page = (place: PlaceId): SettingPage<"bodyPlaces", typeof placeForm> => ({
  key: "bodyPlaces",
  form: placeForm,
  formOf: (stored) => placeFormOf(wordsOfPlace(place, stored)),
  next: (stored, value) => ({ ...stored, [place]: value }),
  address: href("/admin/settings/body/:place", { place }),
});

const TICKED = "services.";

export async function loader({ params, context }: Route.LoaderArgs) {
  const place = placeFrom(params.place);
  const setting = await viewSetting(context, page(place));
  const services = (await readPractice(appContextOf(context))).services;
  const offered = services.map(({ slug, title }) => ({ slug, title }));
  return { ...setting, name: placeName(place), services: [...offered, ...hiddenOnes(setting.stored, services)] };
}

/** Ticked services that are not offered now: a save must not lose them. */
function hiddenOnes(stored: Fields, services: readonly { slug: string }[]) {
  return Object.keys(stored)
    .filter((name) => name.startsWith(TICKED))
    .map((name) => name.slice(TICKED.length))
    .filter((slug) => !services.some((service) => service.slug === slug))
    .map((slug) => ({ slug, title: `${slug} (not offered now)` }));
}

export async function action({ params, ...args }: Route.ActionArgs) {
  return savedSetting(args, page(placeFrom(params.place)));
}

function placeFrom(typed: string): PlaceId {
  if (!isPlaceId(typed)) throw refusedAs("not-found");
  return typed;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "A place of the body map");

const LABELS = { sentence: "What we do there", advice: "See someone first" };

export default function BodyPlace({ loaderData, actionData }: Route.ComponentProps) {
  const { name, services, ...setting } = loaderData;
  const titles = Object.fromEntries(services.map(({ slug, title }) => [`${TICKED}${slug}`, title]));
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title={`Body map: ${name}`}
        intro={
          <Link to={href("/admin/settings/body")} className="prose-link inline-flex min-h-11 items-center">
            All places of the body map
          </Link>
        }
      />
      <EditForm {...setting} reply={actionData} labels={{ ...LABELS, ...titles }}>
        {({ field, tick }) => (
          <>
            <TextArea
              label={LABELS.sentence}
              hint="What you do, not what it cures: advertising rules allow no medical claims."
              rows={3}
              {...field("sentence")}
            />
            <TextArea
              label={LABELS.advice}
              hint="When a physiotherapist, a GP, 111 or 999 comes before you. Leave blank to show none."
              rows={4}
              {...field("advice")}
            />
            <FormSection
              title="Treatments"
              intro="If you select none, we tell visitors there is nothing to book for this area."
            >
              <div className="grid sm:grid-cols-2">
                {services.map(({ slug, title }) => (
                  <TickBox key={slug} {...tick(`${TICKED}${slug}`)}>
                    {title}
                  </TickBox>
                ))}
              </div>
            </FormSection>
          </>
        )}
      </EditForm>
    </div>
  );
}
