import { href } from "react-router";
import { placeForm, placeFormOf } from "#app/body-map/place.form.ts";
import { isPlaceId, type PlaceId, placeName } from "#app/body-map/place.ts";
import { wordsOfPlace } from "#app/body-map/place-words.ts";
import { listServices } from "#app/catalogue/catalogue.db.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type SettingPage, savedSetting, shownSetting } from "#app/routes/admin/settings/setting-door.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { FormSection } from "#app/ui/admin/form-section.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/place.ts";

const page = (place: PlaceId): SettingPage<"bodyPlaces", typeof placeForm> => ({
  key: "bodyPlaces",
  form: placeForm,
  formOf: (stored) => placeFormOf(wordsOfPlace(place, stored)),
  next: (stored, value) => ({ ...stored, [place]: value }),
  address: href("/admin/settings/body/:place", { place }),
});

export async function loader({ params, context }: Route.LoaderArgs) {
  const place = placeFrom(params.place);
  const setting = await shownSetting(context, page(place));
  const services = await listServices(appContextOf(context).db.kysely);
  return { ...setting, name: placeName(place), services: services.map(({ slug, title }) => ({ slug, title })) };
}

export async function action({ params, ...args }: Route.ActionArgs) {
  return savedSetting(args, page(placeFrom(params.place)));
}

function placeFrom(typed: string): PlaceId {
  if (!isPlaceId(typed)) throw refusedAs("unknown");
  return typed;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "A place of the body map");

const LABELS = { sentence: "What we do there", advice: "See somebody first" };

export default function BodyPlace({ loaderData, actionData }: Route.ComponentProps) {
  const { name, services, ...setting } = loaderData;
  const titles = Object.fromEntries(services.map(({ slug, title }) => [`services.${slug}`, title]));
  return (
    <div className="max-w-3xl">
      <SettingHeading title={`Body map: ${name}`} />
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
              hint="When a physiotherapist, a GP, 111 or 999 comes before you. Empty shows none."
              rows={4}
              {...field("advice")}
            />
            <FormSection
              title="Treatments"
              intro="With none ticked, the place says kindly that there is nothing to book."
            >
              <div className="grid sm:grid-cols-2">
                {services.map(({ slug, title }) => (
                  <TickBox key={slug} {...tick(`services.${slug}`)}>
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
