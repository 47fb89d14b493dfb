import { type FormEvent, useEffect, useRef, useState } from "react";
import { href, Link, type ShouldRevalidateFunctionArgs, useRevalidator } from "react-router";
import { FormTag } from "#app/health/form/form-tag.tsx";
import { formStates } from "#app/health/form/forms.server.ts";
import { type Imported, ORIGINS } from "#app/health/moving/imported.ts";
import { ImportedInWords } from "#app/health/moving/imported-view.tsx";
import { EMPTY_NOTE, type Note } from "#app/health/note.ts";
import { NoteChart } from "#app/health/notes/note-chart.tsx";
import { NoteForm, NoteInWords } from "#app/health/notes/note-form.tsx";
import { PAIN, painOf } from "#app/health/notes/progress.ts";
import { LevelPlot } from "#app/health/notes/progress.tsx";
import { useNote } from "#app/health/notes/use-note.tsx";
import { openNote } from "#app/health/notes.server.ts";
import { localTimeOf, shortMoment } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, FieldError, Notice, RadioCell, ScriptButton, TextArea, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import "#app/routes/admin/notes/note.css";
import "#app/ui/styles/paper.css";
import type { Route } from "./+types/note.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const opened = await openNote(app, actor, { clientId: params.id, noteId: params.note });
  if (opened.kind === "not-found") throw await notTheirs(context, params.id);
  if (opened.kind === "shut") return null;
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  const by = (therapistId: string) => practice.therapists.find(({ id }) => id === therapistId)?.short ?? "a colleague";
  const { client, about, stored, amendments, last, earlier, next } = opened;
  const day = (at: number) => shortMoment(at, zone);
  return {
    zone,
    now: app.clock.now(),
    noteId: params.note,
    client: { id: client.id, name: client.name ?? "Unknown" },
    about: about.start === null ? null : day(about.start),
    form: (await formStates(app, [client.id], actor))[client.id] ?? null,
    next: next && { name: next.name || "Someone", at: next.at },
    stored: stored && { ...stored, by: by(stored.therapistId) },
    colleagues: practice.therapists
      .filter(({ id }) => stored && id !== stored.therapistId)
      .map(({ id, name }) => ({ id, name })),
    imported: stored?.imported && viewImported(stored.imported, (at) => shortMoment(at, zone, app.clock.now())),
    lockedOn: stored && day(stored.lockedAt ?? stored.locksAt),
    amendments: amendments.map((one) => ({ ...one, when: day(one.at) })),
    last: last?.note
      ? { note: last.note, when: day(last.firstSavedAt), by: by(last.therapistId), count: earlier.length }
      : null,
    pains: painOf(earlier.flatMap(({ firstSavedAt: at, note }) => (note ? [{ at, note }] : []))),
  };
}

function viewImported(record: Imported, moment: (at: number) => string) {
  const { at, changedAt } = record;
  const changed = changedAt === null || changedAt === at ? null : moment(changedAt);
  return { record, origin: ORIGINS[record.origin], written: moment(at), changed };
}

// Each reading is an opening that the client sees: what autosave does is none.
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? defaultShouldRevalidate : true;
}

// No name stands in the title: it would in the browser's history.
export const meta: Route.MetaFunction = (at) => privateMeta(at, "Note");

type Data = NonNullable<Route.ComponentProps["loaderData"]>;

export default function NotePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Shut />;
  const { client, noteId, about, stored, imported, form, next } = loaderData;
  if (imported) return <ImportedPage client={client} {...imported} />;
  return (
    <>
      <BackLink to={href("/admin/clients/:id/treatment-notes", client)}>Notes</BackLink>
      {next && (!stored || (stored.isOwn && !stored.isLocked)) && <Next {...next} of={loaderData} />}
      <PageHeading title={client.name} intro={about ? `Appointment ${about}` : "Without an appointment"}>
        {form && <FormTag state={form} readOf={client} />}
      </PageHeading>
      {stored?.note === null && <Unreadable />}
      {stored?.note && (stored.isLocked || !stored.isOwn) && (
        <LockedNote key={noteId} note={stored.note} of={loaderData} />
      )}
      {!stored && <Editor key={noteId} of={loaderData} start={EMPTY_NOTE} />}
      {stored?.note && !stored.isLocked && stored.isOwn && <Editor key={noteId} of={loaderData} start={stored.note} />}
    </>
  );
}

/** Who comes next and in how many minutes, counted on in the browser. */
function Next({ name, at, of: { zone, now } }: { name: string; at: number; of: Pick<Data, "zone" | "now"> }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - began), 20_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.ceil((at - now - passed) / 60_000);
  return (
    <p className="note-next">
      <span className="min-w-0 wrap-anywhere">
        <strong className="font-[650]">{name}</strong> is next, {localTimeOf(at, zone)}
      </span>
      <strong className="shrink-0 font-[650]">
        {minutes > 0 ? `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}` : "now"}
      </strong>
    </p>
  );
}

type ImportedProps = Pick<Data, "client"> & NonNullable<Data["imported"]>;

/** As it came from another system: no one changes or adds to it here. */
function ImportedPage({ client, record, origin, written, changed }: ImportedProps) {
  const isForm = record.kind === "form";
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/clients/:id/treatment-notes", client)}>Notes</BackLink>
      <PageHeading title={client.name} intro={`${isForm ? "Form" : "Note"} imported from ${origin}`} />
      <h2 className="text-xl wrap-anywhere">{record.title}</h2>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {isForm ? "Completed" : "Written"} {written}
        {record.author && ` by ${record.author}`}
        {changed && `, last changed ${changed}`}. No one can change it.
      </p>
      <ImportedInWords record={record} />
    </div>
  );
}

function Shut() {
  return (
    <>
      <PageHeading title="Notes" />
      <Notice tone="danger">
        The health record is shut, because its key is missing. An owner finds out more under Settings. Nothing is lost.
      </Notice>
    </>
  );
}

function Unreadable() {
  return (
    <Notice tone="danger">
      This note can’t be opened. It was changed outside this site, or its key is missing. Tell an owner.
    </Notice>
  );
}

function pathOf({ client, noteId }: Pick<Data, "client" | "noteId">): string {
  return href("/admin/clients/:id/treatment-notes/:note", { id: client.id, note: noteId });
}

function Editor({ of, start }: { of: Data; start: Note }) {
  const { stored, last, zone, about } = of;
  const path = pathOf(of);
  const { revalidate } = useRevalidator();
  const { note, state, both, locksAt, change, sign, dismissBoth } = useNote(
    path,
    { note: start, version: stored?.version ?? 0 },
    { savedAt: stored?.savedAt ?? null, loadedAt: of.now },
  );
  const locks = locksAt ?? stored?.locksAt ?? null;
  if (state.kind === "closed" && state.late === "") {
    return (
      <Notice tone="success" live>
        <p>The note is signed and locked.</p>
        <Button type="button" look="outline" size="small" className="mt-3" onClick={() => void revalidate()}>
          Read the note
        </Button>
      </Notice>
    );
  }
  if (state.kind === "closed") {
    return (
      <>
        <Notice tone="warning" live="alert">
          <p>
            This note locked on {shortMoment(state.at, zone)}, so what you typed since is not in it. You can add it as
            an amendment.
          </p>
        </Notice>
        <AmendForm path={path} start={state.late} />
      </>
    );
  }
  return (
    <NoteForm
      {...{ note, state, both, change }}
      last={last && { ...last, all: { to: href("/admin/clients/:id/treatment-notes", of.client), count: last.count } }}
      asksOccasion={about === null}
      onSign={() => void sign()}
      onReadBoth={dismissBoth}
      locks={locks === null ? null : shortMoment(locks, zone)}
      clockOf={(at) => localTimeOf(at, zone)}
    >
      <PainOverTime of={of} pain={note.pain} />
      {stored && <Sharing of={of} />}
    </NoteForm>
  );
}

/** As it was locked, with what was added since. Its author adds; a colleague reads. */
function LockedNote({ note, of }: { note: Note; of: Data }) {
  const { stored, lockedOn, amendments, client, about } = of;
  const path = pathOf(of);
  return (
    <div className="paper grid gap-10 lg:grid-cols-2">
      <article aria-labelledby="locked">
        <p className="note-of hidden font-[650]">
          {client.name}, {about ? `appointment ${about}` : "without an appointment"}
        </p>
        <h2 id="locked" className="text-xl">
          {stored?.isLocked ? `Locked on ${lockedOn}` : "Not locked yet"}
        </h2>
        <p className="text-sm text-ink-soft">By {stored?.by}. No one can change it.</p>
        <ScriptButton type="button" look="outline" size="small" className="mt-3 print:hidden" onClick={() => print()}>
          Print
        </ScriptButton>
        <NoteInWords note={note} />
        <PainOverTime of={of} pain={note.pain} />
        {amendments.map(({ seq, name, when, reason, words }) => (
          <section key={seq} aria-label={`Amendment ${seq}`} className="mt-4 border-l-4 border-primary pl-3">
            <h3 className="text-base">
              Added {when} by {name}
            </h3>
            {reason && <p className="text-sm text-ink-soft wrap-anywhere">Reason: {reason}</p>}
            <p className="whitespace-pre-line wrap-anywhere">{words}</p>
          </section>
        ))}
        {stored?.isOwn && stored.isLocked && <AmendForm path={path} start="" />}
        {stored?.isOwn && <Sharing of={of} />}
      </article>
      <NoteChart marks={note.marks} ink={note.ink} />
    </div>
  );
}

/** With what this note says, and a way to all that is plotted. */
function PainOverTime({ of, pain }: { of: Data; pain: number | null }) {
  const { client, pains, zone, now, stored } = of;
  const own = pain === null ? [] : [{ at: stored?.firstSavedAt ?? now, level: pain }];
  return (
    <div className="mt-4">
      <LevelPlot line={{ label: PAIN, points: [...pains, ...own] }} when={{ zone, now }} />
      {pains.length > 0 && (
        <Link
          to={href("/admin/clients/:id/progress", client)}
          className="prose-link inline-flex min-h-11 items-center print:hidden"
        >
          Progress over time
        </Link>
      )}
    </div>
  );
}

type AmendReply = { kind: string; field?: string; message?: string };

function AmendForm({ path, start }: { path: string; start: string }) {
  const { revalidate } = useRevalidator();
  const [reply, setReply] = useState<AmendReply | null>(null);
  const form = useRef<HTMLFormElement>(null);
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`${path}/amend`, { method: "POST", body }).catch(() => null);
    const isOurs = answer?.headers.get("content-type")?.startsWith("application/json");
    const outcome: AmendReply = answer && isOurs ? await answer.json() : { kind: "failed" };
    setReply(outcome);
    if (outcome.kind !== "added") return;
    form.current?.reset();
    await revalidate();
  }
  const errorAt = (field: string) => (reply?.kind === "invalid" && reply.field === field ? reply.message : undefined);
  return (
    <form ref={form} onSubmit={add} data-unsent="never" className="mt-6 space-y-3 print:hidden">
      <h3 className="text-lg">Add to this note</h3>
      {reply?.kind === "added" && (
        <Notice tone="success" live>
          Amendment added
        </Notice>
      )}
      {reply && reply.kind !== "added" && reply.kind !== "invalid" && (
        <FieldError id="amend-error">
          The amendment is not saved. Check the network and sign-in, then add it again.
        </FieldError>
      )}
      <TextArea
        name="reason"
        label="Reason"
        rows={1}
        hint="For example: left out, wrong side, told us later."
        error={errorAt("reason")}
      />
      <TextArea name="words" label="What you add" rows={3} defaultValue={start} error={errorAt("words")} />
      <ScriptButton look="outline" size="small">
        Add amendment
      </ScriptButton>
    </form>
  );
}

type Choice = "me" | "treating" | "named";

/** Each press is sent at once, as every other change of a note is. */
function Sharing({ of }: { of: Data }) {
  const { stored, colleagues } = of;
  const before = stored?.readers ?? "me";
  const [choice, setChoice] = useState<Choice>(typeof before === "string" ? before : "named");
  const [named, setNamed] = useState<readonly string[]>(typeof before === "string" ? [] : before);
  const [isLost, setLost] = useState(false);
  async function send(next: Choice, names: readonly string[]) {
    setChoice(next);
    setNamed(names);
    const body = new URLSearchParams([["readers", next], ...names.map((id) => ["name", id])]);
    const answer = await fetch(`${pathOf(of)}/share`, { method: "POST", body }).catch(() => null);
    setLost(!answer?.ok || answer.redirected);
  }
  const put = (id: string, isOn: boolean) => send("named", isOn ? [...named, id] : named.filter((one) => one !== id));
  const choices: Record<Choice, string> = {
    me: "Only you",
    treating: "Colleagues who treat this client",
    named: "Colleagues you name",
  };
  if (colleagues.length === 0) return null;
  return (
    <fieldset className="mt-6 space-y-2 print:hidden">
      <legend className="font-[650]">Who can read this note once it is locked</legend>
      <p className="text-sm text-ink-soft">Reception and owners who give no treatments never can.</p>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(choices) as Choice[]).map((one) => (
          <RadioCell
            key={one}
            name="readers"
            value={one}
            cellClassName="note-chip"
            checked={choice === one}
            onChange={() => void send(one, one === "named" ? named : [])}
          >
            {choices[one]}
          </RadioCell>
        ))}
      </div>
      {choice === "named" && (
        <p className="text-sm text-ink-soft">People who do not treat this client need the address of this page.</p>
      )}
      {choice === "named" &&
        colleagues.map(({ id, name }) => (
          <TickBox key={id} checked={named.includes(id)} onChange={(event) => void put(id, event.target.checked)}>
            {name}
          </TickBox>
        ))}
      {isLost && (
        <FieldError id="sharing-error">This choice is not saved. Check the network, then choose again.</FieldError>
      )}
    </fieldset>
  );
}
