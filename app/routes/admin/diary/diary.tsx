import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type Adding, PracticeBookingWithoutScript, useOpenAdding } from "#app/diary/booking/add-appointment.tsx";
import { choicesWithin } from "#app/diary/booking/practice-choices.ts";
import { type DayColumn, dayInWords } from "#app/diary/day-columns.ts";
import { getDayDrawing } from "#app/diary/get-day-drawing.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { alertsFor } from "#app/health/alerts.server.ts";
import { dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { DayView } from "#app/routes/admin/diary/day-view.tsx";
import { MonthGrid, WeekGrid } from "#app/routes/admin/diary/diary-grid.tsx";
import { DiaryList } from "#app/routes/admin/diary/diary-list.tsx";
import { BlockForm, DiaryTools, NoTherapists, PRINTS } from "#app/routes/admin/diary/diary-tools.tsx";
import { diaryDays, diaryView, withOffers } from "#app/routes/admin/diary/diary-view.ts";
import { EntryCardOfDay } from "#app/routes/admin/diary/entry-card.tsx";
import { useDragging } from "#app/routes/admin/diary/use-dragging.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { AskDialog } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton, ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useWide } from "#app/ui/use-wide.ts";
import { listLiveOffers } from "#app/waiting-list/practice-list.server.ts";
import type { Route } from "./+types/diary.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const diary = await getDiary(app, actor, url.searchParams);
  const { place, zone, now, therapists, colleagues, therapist } = diary;
  const drawn = await getDayDrawing(app, actor, diary);
  const { waitingList } = (await readPractice(app)).settings;
  const offers = drawn && waitingList.on ? await listLiveOffers(app, actor) : [];
  const { drawing, offered } = drawn ? withOffers(drawn, offers, now) : { drawing: null, offered: {} };
  return {
    drawing,
    offered,
    alerts: await alertsFor(
      app,
      actor,
      (drawing?.columns ?? []).flatMap(({ entries }) => entries.map(({ alertOf }) => alertOf)),
    ),
    waits: waitingList.on && may(actor, "see", "waiting list"),
    place,
    zone,
    now,
    today: localDateOf(now, zone),
    // Columns draw their own; the calendar and the list share theirs.
    drawn: drawing ? NOTHING : diaryView(diary),
    therapist: therapist && { id: therapist.id, slug: therapist.slug },
    therapists: therapists.map(({ id, slug, name, short }) => ({ id, slug, name, short })),
    colleagues: colleagues.map(({ slug, name, short }) => ({ slug, name, short })),
    adding: {
      choices: choicesWithin(actor, { services: (await readPractice(app)).services, therapists }),
      day: place.date,
      therapist: (therapists.some(({ id }) => id === therapist?.id) && therapist?.slug) || "",
      gap: null,
    } satisfies Adding,
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Diary");

export default function Diary({ loaderData }: Route.ComponentProps) {
  const { place, zone, now, today, drawing, offered, alerts, waits, drawn, therapist, therapists, colleagues } =
    loaderData;
  const can = useMay();
  const [query] = useSearchParams();
  const openAdding = useOpenAdding();
  const navigate = useNavigate();
  const send = useChange();
  const [blocking, setBlocking] = useState(false);
  const block = query.get("block");
  useEffect(() => {
    if (!query.has(PRINTS)) return;
    // Else the page would print again when it is opened anew.
    navigate(withQuery(query, { [PRINTS]: null }), STAYING);
    requestAnimationFrame(() => window.print());
  }, [query, navigate]);
  const reason = useRef<HTMLInputElement>(null);
  function endBlocking() {
    setBlocking(false);
    if (block !== null) navigate(withQuery(query, { block: null, for: null }), STAYING);
  }
  const [opening, setOpening] = useState<string | null>(null);
  const [openedId, setOpened] = useState<string | null>(null);
  const opened = drawn.entries.find(({ id }) => id === openedId);
  const { drag, swap, warned, moveAnyway, putBack } = useDragging();
  const { view } = place;
  // Side by side on a phone, seven days would be too narrow to press: until it is known to be wide, it is a list.
  const hydrated = useHydrated();
  const wide = useWide();
  const isWeek = view === "week" && hydrated && wide;
  const own = therapists.find(({ id }) => id === therapist?.id);
  const add = (day: string, time = "", who = "") => withQuery(query, { add: "1", day, time, therapist: who });
  const addIn = ({ axis, therapist }: DayColumn, time = "") => add(axis.date, time, therapist.slug ?? "");
  // This week's list begins with today; earlier days are one press away.
  const days = diaryDays(place, drawn).filter((day) => query.has("date") || day.date >= today);
  const dayOf = (date: string) => withQuery(query, { ...NOT_ADDING, view: "day", date });
  const grid = { ...drawn, today, dayHref: dayOf, onOpen: setOpened, onBlock: setOpening };
  const isDay = view === "day";
  const isEmpty = drawing ? drawing.columns.length === 0 : view === "week" && drawn.people.length === 0;
  return (
    <>
      <PageHeading
        isTight
        title={<Title wide={isDay ? place.title : "Diary"} short={place.short} />}
        intro={drawing && isDay ? dayInWords(drawing) : place.title}
        add={add(place.date)}
      >
        {can("change", "closures") && (
          <ScriptButton type="button" look="outline" size="small" onClick={() => setBlocking(true)}>
            Block time
          </ScriptButton>
        )}
        <LinkButton to={add(place.date)} {...STAYING} size="small" className="max-lg:hidden">
          <span>
            Add<span className="max-md:sr-only"> Appointment</span>
          </span>
        </LinkButton>
      </PageHeading>
      {query.has("add") && <PracticeBookingWithoutScript />}
      <DiaryTools
        {...{ place, view, today }}
        therapists={[...therapists, ...colleagues]}
        chosen={therapist?.slug ?? null}
      >
        {drawing && (
          <ScriptButton
            type="button"
            look="outline"
            size="small"
            className="diary-print"
            onClick={() => window.print()}
          >
            Print
          </ScriptButton>
        )}
      </DiaryTools>
      {isEmpty && <NoTherapists />}
      {drawing && !isEmpty && (
        <DayView
          {...{ drawing, offered, alerts, waits, now }}
          title={isDay ? dateInWords(place.date) : place.title}
          addHref={addIn}
          onEmpty={(column, time) => openAdding(addIn(column, time), STAYING)}
          onDrop={drag}
          onSwap={swap}
          onBlock={setOpening}
        />
      )}
      {!drawing && view === "month" && <MonthGrid {...grid} month={place.date.slice(0, 7)} />}
      {!drawing && isWeek && !isEmpty && (
        <WeekGrid {...grid} {...{ zone, addHref: add }} from={place.from} onDrag={drag} />
      )}
      {!drawing && !isEmpty && view !== "month" && !isWeek && (
        <DiaryList days={days} today={today} addHref={add} dayHref={dayOf} />
      )}
      {opened && (
        <EntryCardOfDay
          key={opened.id}
          {...{ id: opened.id, day: opened.day, now }}
          onResize={drag}
          onClose={() => setOpened(null)}
        />
      )}
      {can("see", "calendars") && (
        <p className="mt-6">
          <Link to="/admin/diary/subscriptions" className="prose-link inline-flex min-h-6 items-center">
            Calendars
          </Link>
        </p>
      )}
      <Dialog
        title="Block time"
        open={blocking || (block !== null && can("change", "closures"))}
        onOpenChange={(open) => !open && endBlocking()}
        initialFocus={block === null ? undefined : reason}
      >
        <BlockForm
          therapists={therapists}
          day={place.date}
          therapist={therapists.find(({ slug }) => slug === query.get("for"))?.id ?? own?.id ?? ""}
          from={block ?? ""}
          reason={reason}
          onBlocked={endBlocking}
        />
      </Dialog>
      <AskDialog
        question={OPEN_AGAIN}
        open={opening !== null}
        onOpenChange={(open) => !open && setOpening(null)}
        onDo={() => send({ action: "/admin/diary/blocks", fields: { remove: opening ?? "" } })}
      />
      <AskDialog
        question={warned ?? OPEN_AGAIN}
        open={warned !== null}
        onOpenChange={(open) => !open && putBack()}
        onDo={moveAnyway}
      />
    </>
  );
}

/** On a phone the days, as short as they can be said: the hours need the room. */
function Title({ wide, short }: { wide: string; short: string }) {
  return (
    <>
      <span className="max-md:hidden">{wide}</span>
      <span className={short.length > MOST_IN_LINE ? "text-lg leading-tight md:hidden" : "md:hidden"}>{short}</span>
    </>
  );
}

const MOST_IN_LINE = 11;

const NOTHING: ReturnType<typeof diaryView> = {
  entries: [],
  taken: [],
  blocks: [],
  beyond: [],
  people: [],
};

const NOT_ADDING = { add: null, day: null, time: null, therapist: null, block: null, for: null };

const STAYING = { replace: true, preventScrollReset: true } as const;

const OPEN_AGAIN = {
  title: "Open this time again?",
  body: "It can be booked again straight away.",
  keep: "Keep it blocked",
  doIt: "Open again",
};
