import { data, Form, href } from "react-router";
import { CONSENT_WAYS, type LetterLine, LONGEST } from "#app/health/files/letter.ts";
import { type Preview, viewLetter, writeLetter } from "#app/health/files/write-letter.server.ts";
import { ShutRecord } from "#app/health/form/form-tag.tsx";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, FieldError, Notice, Select, TextArea, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/letter.ts";

type Fields = Record<string, string>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const view = await viewLetter(appContextOf(context), actorOf(context), params.id);
  if (view.kind === "not-found") throw refusedAs("not-found");
  if (view.kind === "shut") return null;
  const { client, today, advice } = view;
  return { client, today, notes: [...advice].map(([id, words]) => ({ id, words })) };
}

type Previewed = Omit<Preview, "kind" | "errors">;
type Reply = { errors: Fields; typed: Fields; preview: Previewed | null };

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const fields = fieldsFrom(await readFormBody(request));
  const print = (lines: readonly LetterLine[], title: string) => writePdf({ title, at: app.clock.now(), lines });
  const outcome = await writeLetter(app, actorOf(context), { clientId: params.id, fields, print });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "shut") return data<null>(null, 503);
  if (outcome.kind === "added")
    throw saved(href("/admin/clients/:id/files/:file", { id: params.id, file: outcome.id }));
  if (outcome.kind === "invalid") return data<Reply>({ errors: outcome.errors, typed: fields, preview: null }, 422);
  const { kind: _, errors, ...preview } = outcome;
  return data<Reply>({ errors, typed: fields, preview }, Object.keys(errors).length > 0 ? 422 : 200);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Letter");

export default function WriteLetter({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Write a letter" />;
  const { client, today, notes } = loaderData;
  const { errors, typed, preview } = actionData ?? { errors: {} as Fields, typed: undefined, preview: null };
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/clients/:id/files", client)}>Files</BackLink>
      <PageHeading title="Write a letter" intro={client.name} />
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
      {/* Words of a record stay out of the browser's storage. */}
      <Form method="post" className="space-y-6" noValidate data-unsent="never">
        <TextArea
          name="to"
          label="To"
          hint="The name, and the practice or surgery."
          rows={3}
          maxLength={LONGEST.to}
          required
          autoComplete="off"
          defaultValue={typed?.to}
          error={errors.to}
        />
        <Field
          name="purpose"
          label="What it is about"
          maxLength={LONGEST.purpose}
          required
          autoComplete="off"
          defaultValue={typed?.purpose}
          error={errors.purpose}
        />
        <TextArea
          name="text"
          label="Letter"
          rows={10}
          maxLength={LONGEST.text}
          required
          autoComplete="off"
          defaultValue={typed?.text}
          error={errors.text}
        />
        {notes.length > 0 && (
          <fieldset>
            <legend className="font-[650]">Advice to put in from the notes</legend>
            {notes.map(({ id, words }) => (
              <TickBox key={id} name={`note-${id}`} defaultChecked={typed?.[`note-${id}`] === "on"}>
                <span className="whitespace-pre-line wrap-anywhere">{words}</span>
              </TickBox>
            ))}
          </fieldset>
        )}
        <Button name="intent" value="preview" look={preview ? "outline" : undefined}>
          {preview ? "Preview again" : "Preview"}
        </Button>
        {preview && <Issue preview={preview} typed={typed ?? {}} errors={errors} today={today} />}
      </Form>
    </div>
  );
}

function Issue({
  preview,
  typed,
  errors,
  today,
}: {
  preview: Previewed;
  typed: Fields;
  errors: Fields;
  today: string;
}) {
  const { lines, seen, wording, isOther } = preview;
  return (
    <>
      <section aria-labelledby="preview" className="space-y-3 rounded-md border border-line bg-surface p-4">
        <h2 id="preview" className="text-lg">
          This is what goes, and nothing else
        </h2>
        {isOther && (
          <Notice tone="warning" live>
            The letter is another than the one you previewed. Read it again.
          </Notice>
        )}
        {lines.map(({ text, right }, at) => (
          <p key={`${at} ${text}`} className="wrap-anywhere">
            {text}
            {right && <span className="block text-ink-soft">{right}</span>}
          </p>
        ))}
        <input type="hidden" name="seen" value={seen} />
      </section>
      <section aria-labelledby="agreement" className="space-y-4">
        <h2 id="agreement" className="text-lg">
          The client’s agreement
        </h2>
        <p>Let the client read the letter above, or read it to them. This is what they agree to:</p>
        <div>
          {errors.consent && <FieldError id="consent-error">{errors.consent}</FieldError>}
          <TickBox
            name="consent"
            id="consent"
            aria-describedby={errors.consent ? "consent-error" : undefined}
            defaultChecked={typed.consent === "on"}
          >
            <span className="wrap-anywhere">“{wording}”</span>
          </TickBox>
        </div>
        <div className="flex flex-wrap gap-4">
          <Select
            name="consentHow"
            label="How they agreed"
            defaultValue={typed.consentHow ?? ""}
            error={errors.consentHow}
          >
            <option value="">Choose</option>
            {Object.entries(CONSENT_WAYS).map(([way, words]) => (
              <option key={way} value={way}>
                {words}
              </option>
            ))}
          </Select>
          <Field
            name="consentOn"
            label="When they agreed"
            type="date"
            defaultValue={typed.consentOn ?? today}
            error={errors.consentOn}
          />
        </div>
        <p className="text-sm text-ink-soft">
          The letter is kept in the record and never changed, and the client reads it in their account. It is not
          emailed: print it, or give it to the client.
        </p>
        <Button name="intent" value="issue">
          Issue letter
        </Button>
      </section>
    </>
  );
}
