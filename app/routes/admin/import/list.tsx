import { data, Form, href, Link, redirect } from "react-router";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { kindFrom } from "#app/moving/csv/import.form.ts";
import { MOST_BYTES, NOUNS } from "#app/moving/csv/import-choices.ts";
import { isMoney } from "#app/moving/csv/import-money.server.ts";
import { countUndecided, listImports } from "#app/moving/csv/imports.db.server.ts";
import { receiveFile } from "#app/moving/csv/receive-file.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { counted, fileNameFrom, stateInWords } from "#app/routes/admin/import/import-words.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, locale } = openRequest(context, "see", "imports");
  const { bookingRules, payments, health } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  const imports = [];
  for (const job of await listImports(app.db.kysely)) {
    const undecided = job.kind === "appointments" ? await countUndecided(app.db.kysely, job.id) : 0;
    imports.push({
      id: job.id,
      fileName: job.fileName,
      when: localeMoment(job.createdAt, zone, locale),
      what: counted(job.total, NOUNS[job.kind]),
      state:
        undecided > 0
          ? `${stateInWords(job)} Choose the client of ${counted(undecided, "appointments")}.`
          : stateInWords(job),
    });
  }
  return { imports, ...(payments.on && { takesPayments: true }), ...(health.on && { keepsRecords: true }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  return withUpload(app.config, { request, most: MOST_BYTES }, async ({ fields, file }) => {
    const kind = kindFrom(fields);
    const sent = file("file");
    const isShut = kind !== null && isMoney(kind) && !(await readPractice(app)).settings.payments.on;
    if (!kind || isShut) return data({ kind: "", errors: { kind: "Choose what the file holds" } }, { status: 422 });
    const fileName = fileNameFrom(sent?.name ?? "");
    const outcome = await receiveFile(app, actor, { kind, fileName, file: sent });
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    if (outcome.kind === "received") throw redirect(href("/admin/import/:id", { id: outcome.id }), 303);
    return data({ kind, errors: { file: outcome.message } }, { status: 422 });
  });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Import");

export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const { imports, takesPayments = false, keepsRecords = false } = loaderData;
  const errors: { kind?: string; file?: string } = actionData?.errors ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/clients")}>Clients</BackLink>
      <PageHeading
        title="Import"
        intro="Import clients and upcoming appointments from Fresha, Cliniko, Square or a spreadsheet."
      />
      <SavedNotice>The list is deleted.</SavedNotice>
      {actionData && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <Form method="post" encType="multipart/form-data" className="space-y-5">
        <Select name="kind" label="What the file holds" defaultValue={actionData?.kind ?? ""} error={errors.kind}>
          <option value="">Choose</option>
          <option value="clients">Clients</option>
          <option value="appointments">Appointments ahead</option>
          {takesPayments && (
            <>
              <option value="balances">Balances and credit of clients</option>
              <option value="vouchers">Open vouchers and courses</option>
              <option value="prices">Prices of past appointments</option>
            </>
          )}
        </Select>
        <Field
          label="File"
          hint="CSV file with headings in the first row. Up to 10 MB, 50,000 clients or 5,000 appointments."
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          error={errors.file}
        />
        <p className="text-ink-soft">
          You see what will happen before anything is stored. Importing sends no emails and makes no accounts, and no
          one counts as having agreed to marketing. The file is deleted once it is imported, or after 24 hours.
        </p>
        <Button>Upload and preview</Button>
      </Form>
      <Elsewhere keepsRecords={keepsRecords} />
      {imports.length > 0 && (
        <section aria-labelledby="imports" className="mt-12">
          <h2 id="imports" className="text-xl">
            Recent imports
          </h2>
          <ul className="mt-2">
            {imports.map(({ id, fileName, when, what, state }) => (
              <li key={id} className="border-t border-line py-3">
                <Link to={href("/admin/import/:id", { id })} className="prose-link font-[650] wrap-anywhere">
                  {fileName}
                </Link>
                <p className="text-sm text-ink-soft">
                  {what}, {when}. {state}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const CLASS = "prose-link inline-flex min-h-6 items-center font-[650]";

/** The ways in that are no CSV file. */
function Elsewhere({ keepsRecords }: { keepsRecords: boolean }) {
  return (
    <section aria-labelledby="elsewhere" className="mt-12">
      <h2 id="elsewhere" className="text-xl">
        From somewhere else
      </h2>
      <ul className="mt-3">
        {keepsRecords && (
          <>
            <li className="border-t border-line py-3">
              <Link to={href("/admin/import/cliniko")} className={CLASS}>
                Your notes and forms are in Cliniko?
              </Link>
              <p>They come into your clients’ health records, with who wrote them and when.</p>
            </li>
            <li className="border-t border-line py-3">
              <Link to={href("/admin/import/pdfs")} className={CLASS}>
                You have PDFs per client, from Fresha or Jane?
              </Link>
              <p>They come into your clients’ health records as files, once you have checked whose they are.</p>
            </li>
          </>
        )}
        <li className="border-t border-line py-3">
          <Link to={href("/admin/import/firebase")} className={CLASS}>
            Your old site ran on Firebase?
          </Link>
          <p>Its accounts come with their passwords, and its appointments.</p>
        </li>
        <li className="border-t border-line py-3">
          <Link to={href("/admin/settings/calendly")} className={CLASS}>
            Do you take bookings on Calendly?
          </Link>
          <p>Keep it, and they appear in your diary. To leave it, export them there and upload the file above.</p>
        </li>
        <li className="border-t border-line py-3">
          <Link to={href("/admin/settings/emailjs")} className={CLASS}>
            Your old contact form used EmailJS?
          </Link>
          <p>Keep it, or let your old page send its messages here.</p>
        </li>
        <li className="border-t border-line py-3">
          <p className="font-[650]">Moving from another Limber Yard?</p>
          <p>
            Download everything there (“Export everything”). The person who runs this machine brings the file in, before
            anything else is here:{" "}
            <code>
              npm run import-practice <span className="whitespace-nowrap">-- everything.zip</span>
            </code>
          </p>
        </li>
      </ul>
    </section>
  );
}
