import { countLines } from "#app/health/moving/certificate.ts";
import type { UnmatchedView } from "#app/health/moving/change-cliniko.server.ts";
import type { ClinikoImport } from "#app/health/moving/cliniko-imports.db.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";

type Where = { zone: string; now: number };

/** The import that is under way, if one is, and the certificates of those that are done. */
export function viewImports(imports: readonly ClinikoImport[], unmatched: UnmatchedView[], { zone, now }: Where) {
  const [latest] = imports;
  const open = latest && latest.state !== "done" ? latest : null;
  return {
    open: open && viewOpen(open, { zone, now }),
    unmatched: latest ? unmatched : [],
    done: imports.flatMap(({ id, finishedAt, counts }) =>
      finishedAt === null
        ? []
        : [
            {
              ...{ id, when: shortMoment(finishedAt, zone, now) },
              records: counts.treatment_notes.added + counts.patient_forms.added,
            },
          ],
    ),
  };
}

function viewOpen({ id, state, shard, stores, kind, counts, fault, resumeAt }: ClinikoImport, { zone, now }: Where) {
  const read = counts.patients.read + counts.treatment_notes.read + counts.patient_forms.read;
  return {
    ...{ id, state, shard, stores, kind, fault, read },
    pausedUntil: resumeAt > now ? shortMoment(resumeAt, zone) : null,
    patients: counts.patients,
    coming: counts.treatment_notes.added + counts.patient_forms.added,
    notes: countLines(counts.treatment_notes, "To be stored"),
    forms: countLines(counts.patient_forms, "To be stored"),
  };
}

export type OpenImport = ReturnType<typeof viewOpen>;
