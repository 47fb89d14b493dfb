import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { LookPreview } from "#app/routes/admin/settings/look/look-preview.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import { ACCENTS, type Accent, lookForm, lookFormOf, TYPEFACES, type Typeface } from "#app/settings/schemas/look.ts";
import { type Edited, EditForm } from "#app/ui/admin/edit-form.tsx";
import { FieldError, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import looks from "#app/ui/styles/looks.css?url";
import type { Route } from "./+types/look.ts";

const page = (): SettingPage<"look", typeof lookForm> => ({
  key: "look",
  form: lookForm,
  formOf: lookFormOf,
  next: (stored, value) => ({ ...stored, ...value }),
  address: href("/admin/settings/look"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const settings = (await readPractice(app)).settings;
  const { name, blurb } = settings.business;
  return { ...(await viewSetting(context, page())), name, blurb, look: lookOf(settings) };
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

// Every accent and typeface is shown here, whichever is chosen.
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: looks }];

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Look");

const LABELS = { accent: "Colour", typeface: "Typeface of headings", logoHasName: "The logo holds the name" };

const ACCENT_NAMES: Record<Accent, string> = {
  oxide: "Oxide red",
  plum: "Plum",
  violet: "Violet",
  blue: "Blue",
  teal: "Teal",
  moss: "Moss green",
};

const TYPEFACE_NAMES: Record<Typeface, { name: string; about: string }> = {
  bricolage: { name: "Bricolage Grotesque", about: "Warm, with corners" },
  fraunces: { name: "Fraunces", about: "Soft, with serifs" },
  outfit: { name: "Outfit", about: "Round and plain" },
};

export default function LookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, version, name, blurb, look } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Look"
        intro="Used on every page, light and dark. Every choice meets the contrast standard."
      />
      <EditForm
        stored={stored}
        version={version}
        reply={actionData}
        labels={LABELS}
        previews
        preview={(typed) => <LookPreview name={name} blurb={blurb} look={look} typed={typed} />}
      >
        {(edited) => (
          <>
            <Choices
              {...edited}
              name="accent"
              title={LABELS.accent}
              hint="For buttons and links, and for the touched line in each drawing."
            >
              {ACCENTS.map((accent) => ({
                value: accent,
                words: ACCENT_NAMES[accent],
                sample: <Swatches accent={accent} />,
              }))}
            </Choices>
            <Choices {...edited} name="typeface" title={LABELS.typeface} hint="Visitors load the chosen one only.">
              {TYPEFACES.map((typeface) => ({
                value: typeface,
                words: TYPEFACE_NAMES[typeface].name,
                about: TYPEFACE_NAMES[typeface].about,
                sample: (
                  <span data-typeface={typeface} aria-hidden="true">
                    <span className="font-display text-2xl font-[700]">Aa</span>
                  </span>
                ),
              }))}
            </Choices>
            {look.logo && (
              <TickBox {...edited.tick("logoHasName")} hint="It is then shown without the name beside it.">
                {LABELS.logoHasName}
              </TickBox>
            )}
          </>
        )}
      </EditForm>
      <Elsewhere look={look} blurb={blurb} />
    </div>
  );
}

type Choice = { value: string; words: string; about?: string; sample: ReactNode };
type ChoicesProps = Omit<Edited, "tick"> & { name: string; title: string; hint: string; children: Choice[] };

function Choices({ field, errors, name, title, hint, children }: ChoicesProps) {
  const { defaultValue } = field(name);
  return (
    <fieldset aria-describedby={errors[name] ? `${name}-error` : undefined}>
      <legend className="text-lg font-[650]">{title}</legend>
      <p className="mb-2 text-ink-soft">{hint}</p>
      {errors[name] && <FieldError id={`${name}-error`}>{errors[name]}</FieldError>}
      <div className="grid gap-2 sm:grid-cols-2">
        {children.map(({ value, words, about, sample }, index) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 py-2">
            <input
              type="radio"
              name={name}
              id={index === 0 ? name : undefined}
              value={value}
              defaultChecked={defaultValue === value}
              className="size-6 shrink-0 accent-(--primary)"
            />
            {sample}
            <span>
              {words}
              {about && <span className="block text-sm text-ink-soft">{about}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The accent on the paper of each theme. */
function Swatches({ accent }: { accent: Accent }) {
  const own = accent === "oxide" ? undefined : accent;
  return (
    <span aria-hidden="true" className="flex rounded-sm border border-edge">
      {(["light", "dark"] as const).map((theme) => (
        <span key={theme} data-theme={theme} data-accent={own} className="bg-paper p-2">
          <span className="block size-7 rounded-sm bg-accent forced-color-adjust-none" />
        </span>
      ))}
    </span>
  );
}

type ElsewhereProps = { look: Route.ComponentProps["loaderData"]["look"]; blurb: string };

/** What belongs to the look and has a screen of its own. */
function Elsewhere({ look: { logo, hasMark }, blurb }: ElsewhereProps) {
  return (
    <dl className="mt-10 grid gap-5 border-t border-line pt-5">
      <div>
        <dt className="text-lg font-[650]">Logo</dt>
        <dd className="mt-1">
          {logo
            ? "Yours, in the header, the footer and the tab."
            : hasMark
              ? "Our mark."
              : "None: only your name is shown."}{" "}
          <Link to={href("/admin/settings/look/logo")} className="prose-link inline-flex min-h-6 items-center">
            {logo ? "Another logo, or none" : "Upload a logo"}
          </Link>
        </dd>
      </div>
      <div>
        <dt className="text-lg font-[650]">Tagline</dt>
        <dd className="mt-1">
          {blurb && `“${blurb}” `}It is the line about you, at the foot of every page.{" "}
          <Link to={href("/admin/settings/business")} className="prose-link inline-flex min-h-6 items-center">
            Change it in Business details
          </Link>
        </dd>
      </div>
    </dl>
  );
}
