import { href } from "react-router";
import { countLines } from "#app/health/moving/certificate.ts";
import { viewCertificate } from "#app/health/moving/change-cliniko.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { Counts } from "#app/routes/admin/import/cliniko-counts.tsx";
import { counted, inNumbers } from "#app/routes/admin/import/import-words.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClasses, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cliniko-certificate.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewCertificate(app, actorOf(context), params.id);
  if (view.kind === "forbidden") throw refusedAs("forbidden");
  if (view.kind !== "found") throw refusedAs("not-found");
  const { id, shard, finishedAt, counts, digest } = view.job;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return {
    ...{ id, shard, digest, patients: counts.patients },
    when: shortMoment(finishedAt ?? 0, zone, app.clock.now()),
    notes: countLines(counts.treatment_notes),
    forms: countLines(counts.patient_forms),
    isShort: [counts.treatment_notes, counts.patient_forms].some(({ total, read }) => total !== null && read < total),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Certificate");

export default function Certificate({ loaderData }: Route.ComponentProps) {
  const { id, shard, when, patients, notes, forms, digest, isShort } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/import/cliniko")}>From Cliniko</BackLink>
      <PageHeading title="Certificate" intro={`Import from Cliniko, region ${shard}, finished ${when}`} />
      {isShort && (
        <Notice tone="warning" className="mb-6">
          Fewer were read than Cliniko counted at the start. Some may have been deleted meanwhile. Import again to be
          sure: only what is missing comes.
        </Notice>
      )}
      <h2 className="text-lg">What came</h2>
      <p className="mt-1">
        {inNumbers(patients.added)} of {counted(patients.read, "patients")} are clients here. The key is deleted here.
        Delete it in Cliniko, too.
      </p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <Counts title="Treatment notes" lines={notes} />
        <Counts title="Forms" lines={forms} />
      </div>
      <h2 className="mt-8 text-lg">Hash of what was stored</h2>
      <p className="mt-1 wrap-anywhere">
        <code>{digest}</code>
      </p>
      <p className="mt-6">
        <a
          href={href("/admin/import/cliniko/:id/certificate.txt", { id })}
          className={buttonClasses({ look: "outline" })}
        >
          Download the certificate
        </a>
      </p>
    </div>
  );
}
