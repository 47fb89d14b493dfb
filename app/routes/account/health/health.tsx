import type { ComponentProps } from "react";
import { data, href } from "react-router";
import { consentInWords } from "#app/health/files/letter.ts";
import { FILE_KINDS } from "#app/health/files/record-file.ts";
import type { HealthForm } from "#app/health/form/form.ts";
import { withdrawalInWords } from "#app/health/form/form-tag.tsx";
import { titlesOf, WrittenAnswers } from "#app/health/form/form-view.tsx";
import { readForms } from "#app/health/form/versions.server.ts";
import { ORIGINS } from "#app/health/moving/imported.ts";
import { ImportedInWords } from "#app/health/moving/imported-view.tsx";
import { EXERCISES, inWords, NEXT, type Note as TreatmentNote } from "#app/health/note.ts";
import { NoteChart } from "#app/health/notes/note-chart.tsx";
import { NoteInWords } from "#app/health/notes/note-form.tsx";
import { isComparable, viewProgress } from "#app/health/notes/progress.ts";
import { Progress } from "#app/health/notes/progress.tsx";
import { type OwnRecord, readOwnRecord } from "#app/health/own-record.server.ts";
import { dayInWords, localDateOf, shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { ownerOfRecord } from "#app/routes/account/health/own-health.server.ts";
import { PRIVATE_PAGE } from "#app/routes/book/managed.server.ts";
import { buttonClasses, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/health.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const owner = await ownerOfRecord(context);
  if (!owner) return data({ ...NOTHING, isProven: false });
  const own = await readOwnRecord(app, owner.userId);
  if (own.kind === "not-found") throw data(null, { status: 404 });
  if (own.kind === "shut") return data(NOTHING, { status: 503 });
  const { business, bookingRules, health } = (await readPractice(app)).settings;
  const { forms } = own.record;
  const versions = await readForms(
    app.db.kysely,
    forms.map(({ version }) => version),
  );
  return data({
    isProven: true,
    record: viewRecord({ ...own.record, zone: bookingRules.zone, versions }),
    progress: viewOwnProgress(own.record, new URL(request.url).searchParams),
    when: { zone: bookingRules.zone, now: app.clock.now() },
    practice: business.name,
    showsNotes: health.showsNotes,
  });
}

type RecordView = ReturnType<typeof viewRecord>;
const NOTHING = {
  isProven: true,
  record: null as RecordView | null,
  progress: viewProgress([], []),
  when: { zone: "UTC", now: 0 },
  practice: "",
  showsNotes: false,
};

function viewOwnProgress({ notes }: OwnRecord, address: URLSearchParams) {
  const opened = notes.flatMap(({ id, at, note }) => (note ? [{ id, at, note }] : []));
  return viewProgress(opened, [address.get("from"), address.get("to")]);
}

type Viewed = OwnRecord & { zone: string; versions: Map<number, HealthForm> };

function viewRecord({
  alerts,
  forms,
  notes,
  files,
  openings,
  corrections,
  withdrawal,
  onHoldSince,
  controller,
  zone,
  versions,
}: Viewed) {
  const dayOf = (at: number) => dayInWords(localDateOf(at, zone), { year: true });
  return {
    alerts: alerts.map(({ at, words }) => ({ on: dayOf(at), words: words ?? "It can’t be opened." })),
    forms: forms.map(({ sentAt, ...form }) => ({
      ...{ ...form, on: dayOf(sentAt) },
      questions: versions.get(form.version)?.questions ?? [],
    })),
    notes: notes.map(({ at, amendments, ...one }) => ({
      ...one,
      on: dayOf(at),
      amendments: amendments.map((added) => ({ ...added, on: dayOf(added.at) })),
    })),
    files: files.map(({ id, by, details }) => ({
      ...{ id, by },
      title: details?.title ?? "A file that can’t be opened",
      about: details && `${FILE_KINDS[details.kind]} of ${dayInWords(details.on, { year: true })}`,
      agreed: details?.letter && consentInWords(details.letter.consent),
    })),
    openings: openings.map(({ at, name, what, reason }) => ({ when: shortMoment(at, zone), name, what, reason })),
    corrections: corrections.map(({ at, words, answer }) => ({
      ...{ on: dayOf(at), words: words ?? "It can’t be opened." },
      answer: answer && { ...answer, on: dayOf(answer.at), words: answer.words ?? "It can’t be opened." },
    })),
    withdrawn: withdrawal && withdrawalInWords(withdrawal, zone),
    onHold: onHoldSince === null ? null : dayOf(onHoldSince),
    controller,
  };
}

export const headers: Route.HeadersFunction = () => PRIVATE_PAGE;

// What a browser keeps of a page says nothing of health.
export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your record");

export default function OwnHealthRecord({
  loaderData: { isProven, record, progress, when, practice, showsNotes },
}: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <p className="mb-2">
        <a href={href("/account")} className="prose-link inline-flex min-h-11 items-center">
          Your account
        </a>
      </p>
      <h1 className="text-3xl">Your health record</h1>
      {!isProven && (
        <p className="measure mt-3">
          Confirm your email address in your account first, so that no one else can open your record.
        </p>
      )}
      {isProven && !record && (
        <p className="measure mt-3">Your record can’t be opened just now. Nothing is lost. Try again later.</p>
      )}
      {record && <Whole {...{ record, progress, when, practice, showsNotes }} />}
    </div>
  );
}

type WholeProps = Pick<ComponentProps<typeof Progress>, "progress" | "when"> & {
  record: RecordView;
  practice: string;
  showsNotes: boolean;
};

function Whole({ record, progress, when, practice, showsNotes }: WholeProps) {
  const { alerts, forms, files, openings, corrections, withdrawn, onHold, controller } = record;
  const [form, ...older] = forms;
  // Of what was imported, only forms come here where notes are not shown.
  const notes = record.notes.filter(({ note, imported }) => showsNotes || imported || (note && advises(note)));
  return (
    <div className="measure mt-3 space-y-8">
      <p>
        {controller
          ? `${controller} answers for this record, self-employed at ${practice}, which keeps it for them.`
          : `${practice} keeps this record and answers for it.`}{" "}
        It is sealed, and only the therapists who treat you open it.
      </p>
      {withdrawn && (
        <Notice tone="warning">
          You withdrew your consent on {withdrawn.on}. The practice no longer sees what is here. It is kept, sealed,
          until {withdrawn.until} in case of a claim. To start again, send a new form before an appointment.
        </Notice>
      )}
      {onHold && (
        <Notice>
          Since {onHold} this record is kept for longer, because a complaint or a claim may need it. No one else can
          read it because of that.
        </Notice>
      )}
      {alerts.length > 0 && (
        <section aria-labelledby="alerts" className="space-y-2">
          <h2 id="alerts" className="text-xl">
            Alerts for your therapist
          </h2>
          <ul>
            {alerts.map(({ on, words }) => (
              <li key={`${on} ${words}`} className="wrap-anywhere">
                {words}, kept since {on}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="answers" className="space-y-4">
        <h2 id="answers" className="text-xl">
          Your answers
        </h2>
        {form ? <Form form={form} /> : <p>You have not sent a form.</p>}
        {older.length > 0 && (
          <p>The file below also has {older.length === 1 ? "your earlier form" : "your earlier forms"}.</p>
        )}
      </section>
      <section aria-labelledby="advice" className="space-y-4">
        <h2 id="advice" className="text-xl">
          {showsNotes ? "Notes of your treatments" : "Advice and exercises"}
        </h2>
        {notes.length === 0 && <p>{showsNotes ? "No note is finished yet." : "There is none yet."}</p>}
        {notes.map((one, at) => (
          <Note key={`${one.on} ${at}`} one={one} isWhole={showsNotes} />
        ))}
      </section>
      {isComparable(progress) && (
        <section aria-labelledby="progress" className="space-y-4">
          <h2 id="progress" className="text-xl">
            Your progress
          </h2>
          <Progress progress={progress} when={when} isOwn />
        </section>
      )}
      {files.length > 0 && <Files files={files} />}
      {corrections.length > 0 && <Corrections corrections={corrections} />}
      <section aria-labelledby="openings" className="space-y-4">
        <h2 id="openings" className="text-xl">
          Who opened it
        </h2>
        {openings.length === 0 ? (
          <p>No one has opened your record.</p>
        ) : (
          <ul className="border-t border-line">
            {openings.map(({ when, name, what, reason }, at) => (
              <li key={`${when} ${at}`} className="border-b border-line py-2 wrap-anywhere">
                {when}: {name}, {OPENED[what] ?? "your record"}
                {reason && `. Reason: ${reason}`}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="yours" className="space-y-4">
        <h2 id="yours" className="text-xl">
          Your choices
        </h2>
        <p className="flex flex-wrap gap-3">
          <a
            href={href(files.length > 0 ? "/account/health/record.zip" : "/account/health/record.json")}
            className={buttonClasses({ look: "outline" })}
          >
            Download my record
          </a>
          {!withdrawn && (
            <LinkButton reloadDocument to={href("/account/health/correct")} look="outline">
              Ask for a correction
            </LinkButton>
          )}
          {!withdrawn && (
            <LinkButton reloadDocument to={href("/account/health/withdraw")} look="outline">
              Withdraw my consent
            </LinkButton>
          )}
        </p>
      </section>
    </div>
  );
}

function Corrections({ corrections }: Pick<RecordView, "corrections">) {
  return (
    <section aria-labelledby="corrections" className="space-y-4">
      <h2 id="corrections" className="text-xl">
        Corrections that you asked for
      </h2>
      <ul className="border-t border-line">
        {corrections.map(({ on, words, answer }, at) => (
          <li key={`${on} ${at}`} className="border-b border-line py-2 whitespace-pre-line wrap-anywhere">
            {on}: {words}
            <span className="block border-l-4 border-primary pl-3">
              {answer
                ? `${answer.name}, ${answer.on}: ${answer.words}`
                : "Not answered yet. An answer is due within one month."}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function advises({ exercises, advice, next }: TreatmentNote): boolean {
  return exercises.length > 0 || advice !== "" || next !== null;
}

function Files({ files }: Pick<RecordView, "files">) {
  return (
    <section aria-labelledby="files" className="space-y-4">
      <h2 id="files" className="text-xl">
        Pictures and papers
      </h2>
      <ul className="border-t border-line">
        {files.map(({ id, title, about, by, agreed }) => (
          <li key={id} className="border-b border-line py-2 wrap-anywhere">
            {about ? (
              <a href={href("/account/health/files/:file", { file: id })} download className="prose-link">
                {title}
              </a>
            ) : (
              title
            )}
            {about && `, ${about}`}, added by {by}
            {agreed && <span className="block text-sm text-ink-soft">{agreed}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const OPENED: Record<string, string> = {
  form: "to read your form",
  note: "to read or write a treatment note",
  record: "to see your progress over time",
  request: "to read what you asked to have corrected",
  file: "to see a picture or paper of your record",
  "file-removed": "took a picture or paper out of your record",
  bundle: "to make a file of your record for an insurer",
  departure: "asked whether it goes with your therapist, who leaves",
  "taken-along": "to take your record along, as you asked",
  emergency: "emergency access for one hour, without treating you",
};

function Form({ form }: { form: RecordView["forms"][number] }) {
  const { on, typedFrom, version, answers, agreedTo } = form;
  return (
    <>
      <p>
        {typedFrom ? `Signed on paper on ${on}, and typed in by ${typedFrom.by}.` : `Sent on ${on}.`} Version {version}{" "}
        of the form.
      </p>
      {!answers && <Notice tone="danger">This form can’t be opened: it was changed after you sent it.</Notice>}
      {answers && (
        <>
          {answers.yes.length === 0 ? (
            <p>You answered no to every question.</p>
          ) : (
            <ul className="list-disc pl-5">
              {titlesOf(form, answers.yes).map((title) => (
                <li key={title}>Yes: {title}</li>
              ))}
            </ul>
          )}
          <WrittenAnswers form={form} answers={answers} whose="your" />
        </>
      )}
      {agreedTo && (
        <details>
          <summary className="min-h-6 cursor-pointer">What you agreed to</summary>
          <p className="mt-2">{agreedTo}</p>
        </details>
      )}
    </>
  );
}

function Note({
  one: { on, therapist, note, imported, amendments },
  isWhole,
}: {
  one: RecordView["notes"][number];
  isWhole: boolean;
}) {
  return (
    <article aria-label={on}>
      <h3 className="text-base font-[650]">
        {on}
        {therapist && `, ${therapist}`}
      </h3>
      {imported && (
        <>
          <p className="text-sm text-ink-soft wrap-anywhere">
            {imported.title}, from {ORIGINS[imported.origin]}
          </p>
          <ImportedInWords record={imported} headings="h4" />
        </>
      )}
      {!note && !imported && <p>This note can’t be opened.</p>}
      {note && isWhole && (
        <>
          <NoteInWords note={note} />
          {note.ink.length > 0 ? (
            <div className="mt-3 max-w-lg">
              <NoteChart marks={note.marks} ink={note.ink} whose="your" />
            </div>
          ) : (
            note.marks.length > 0 && <p className="mt-1 wrap-anywhere">Body: {inWords("marks", note)}</p>
          )}
        </>
      )}
      {note && !isWhole && (
        <>
          {note.exercises.length > 0 && <p>Exercises: {note.exercises.map((id) => EXERCISES[id]).join(", ")}</p>}
          {note.advice && <p className="whitespace-pre-line wrap-anywhere">{note.advice}</p>}
          {note.next && <p>Next time: {NEXT[note.next]}</p>}
        </>
      )}
      {amendments.map(({ on: added, name, reason, words }, at) => (
        <p key={`${added} ${at}`} className="mt-2 border-l-4 border-primary pl-3 whitespace-pre-line wrap-anywhere">
          Added on {added} by {name}
          {reason && ` (${reason})`}: {words}
        </p>
      ))}
    </article>
  );
}
