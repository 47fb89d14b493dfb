import { Form, href } from "react-router";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { MOST_LOGO_BYTES } from "#app/media/save-logo.server.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { seenIdFrom, uploadAnswer } from "#app/routes/admin/picture-upload.ts";
import { LookPreview } from "#app/routes/admin/settings/look/look-preview.tsx";
import { lookOf } from "#app/routes/website/look-of.ts";
import { lookFormOf } from "#app/settings/schemas/look.ts";
import { removeLogo, setLogo } from "#app/settings/set-pictures.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import looks from "#app/ui/styles/looks.css?url";
import type { Route } from "./+types/logo.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = openRequest(context);
  const settings = (await readPractice(app)).settings;
  const { name, blurb } = settings.business;
  const logoId = settings.look.logo?.id ?? "";
  return { name, blurb, look: lookOf(settings), stored: fieldsOf(lookFormOf(settings.look)), logoId };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  return withUpload(app.config, { request, most: MOST_LOGO_BYTES }, async ({ fields, file }) => {
    const seenId = seenIdFrom({ fields });
    const outcome =
      fields.intent === "remove"
        ? await removeLogo(app, actor, seenId)
        : await setLogo(app, actor, file("file"), seenId);
    return uploadAnswer(outcome, { typed: {}, address: href("/admin/settings/look/logo") });
  });
}

/** A refusal shows what is stored now, also where somebody else has just stored it. */
export const shouldRevalidate = () => true;

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: looks }];

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Logo");

export default function LogoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, blurb, look, stored, logoId } = loaderData;
  const errors: Record<string, string> = actionData?.errors ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/look")}>Look</BackLink>
      <PageHeading
        title="Logo"
        intro="Shown in the header, footer and browser tab. Screen readers read your business name."
      />
      <SavedNotice />
      {actionData && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <LookPreview name={name} blurb={blurb} look={look} typed={stored} />
      <Form method="post" encType="multipart/form-data" className="mt-8 space-y-4">
        <input type="hidden" name="shown" value={logoId} />
        <Field
          label={look.logo ? "Another logo" : "A logo"}
          hint="SVG up to 200 KB, or PNG up to 5 MB. We redraw it: scripts, links and hidden data are left out."
          name="file"
          type="file"
          accept="image/svg+xml,image/png,.svg,.png"
          required
          error={errors.file}
        />
        <Button name="intent" value="put">
          Upload logo
        </Button>
      </Form>
      {look.logo && (
        <Form method="post" className="mt-6 border-t border-line pt-5">
          <input type="hidden" name="shown" value={logoId} />
          <Button name="intent" value="remove" look="outline" size="small">
            Remove the logo
          </Button>
        </Form>
      )}
    </div>
  );
}
