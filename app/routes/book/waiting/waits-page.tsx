import { useSearchParams } from "react-router";
import { TimesFields } from "#app/routes/book/waiting/wait-form.tsx";
import type { WaitsReply, WaitsView } from "#app/routes/book/waiting/waits.server.ts";
import { Button, buttonClasses, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

type Props = { view: WaitsView; reply: WaitsReply | undefined; path: string };

const DONE = {
  joined: "You are on the list. You get an email when a time comes free.",
  paused: "Paused. You are asked about no times until you go on.",
  resumed: "You are on the list again.",
  left: "You are no longer waiting for it.",
  changed: "Changed.",
  declined: "Thank you for saying so. You are still on the list, and the time goes to the next person.",
};

/** What someone waits for, in their account or behind a mailed link. Its forms need no script. */
export function WaitsPage({ view, reply, path }: Props) {
  const [query] = useSearchParams();
  const done = Object.entries(DONE).find(([name]) => query.has(name))?.[1];
  const { rows, most, opened } = view;
  const open = rows.find(({ state }) => state === "unconfirmed");
  const changing = opened && (reply?.typed || query.has("change")) ? opened : null;
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Your waiting list</h1>
      {rows.length > 0 && (
        <p className="mt-2 text-ink-soft">
          {rows.length} of {most}. One offer at a time, three a day at most.
        </p>
      )}
      {reply?.alert && (
        <Notice id="answer" tone="danger" live className="measure mt-6">
          {reply.alert}
        </Notice>
      )}
      {reply && Object.keys(reply.errors).length > 0 && <ErrorSummary id="answer" errors={reply.errors} />}
      {done && !reply && (
        <Notice tone="success" live className="measure mt-6">
          {done}
        </Notice>
      )}
      {open && <Confirm what={open.what} path={path} />}
      {changing ? (
        <Change form={changing} view={view} reply={reply} path={path} />
      ) : (
        <ul className="measure mt-6 border-t border-line">
          {rows
            .filter(({ state }) => state !== "unconfirmed")
            .map((row) => (
              <Row key={row.id} row={row} path={path} tomorrow={view.days.tomorrow} />
            ))}
        </ul>
      )}
      {rows.length === 0 && <p className="mt-6 text-lg">You are not waiting for anything at the moment.</p>}
      {!open && !changing && (
        <p className="mt-8">
          <a href="/book" className={buttonClasses({ look: "outline" })}>
            {rows.length === 0 ? "Choose a time" : "Wait for another time"}
          </a>
        </p>
      )}
    </div>
  );
}

function Confirm({ what, path }: { what: string; path: string }) {
  return (
    <section className="measure mt-6 space-y-4">
      <p>
        <b>{what}</b>: confirm that this address is yours, and you are on the list.
      </p>
      <form method="post" action={path}>
        <Button name="intent" value="confirm">
          Confirm and wait
        </Button>
      </form>
    </section>
  );
}

type RowProps = { row: WaitsView["rows"][number]; path: string; tomorrow: string };

function Row({ row, path, tomorrow }: RowProps) {
  const { id, what, when, therapists, others, gives, state, until, offer, past } = row;
  return (
    <li className="space-y-2 border-b border-line py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{what}</h2>
        {state === "paused" ? (
          <StatusTag look="plain">{until ? `Paused until ${until}` : "Paused"}</StatusTag>
        ) : (
          <StatusTag look="good">Waiting</StatusTag>
        )}
      </div>
      <p>
        {when}, {therapists}.
      </p>
      <p className="text-sm text-ink-soft">
        {others}
        {gives && " You would give up your later appointment for it."}
      </p>
      {offer && (
        <p className="border-l-4 border-accent pl-3">
          <b>{offer.when}</b> has come free for you{offer.until ? ` and is kept until ${offer.until}` : ""}.{" "}
          <a href={offer.path} className="prose-link inline-flex min-h-11 items-center font-[650]">
            Book it or say no
          </a>
        </p>
      )}
      {past.length > 0 && (
        <ul className="text-sm text-ink-soft">
          {past.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-start gap-x-5">
        <a href={`${path}?change=${id}`} className="prose-link inline-flex min-h-11 items-center">
          Change<span className="sr-only">: {what}</span>
        </a>
        {state === "paused" ? (
          <Do intent="resume" id={id} what={what} path={path}>
            Go on now
          </Do>
        ) : (
          <details>
            <summary className="prose-link inline-flex min-h-11 cursor-pointer items-center">
              Pause<span className="sr-only">: {what}</span>
            </summary>
            <form method="post" action={path} noValidate className="space-y-3 pb-3">
              <input type="hidden" name="id" value={id} />
              <Field
                label="Pause until (optional)"
                hint="Leave blank to pause until you go on."
                name="until"
                id={`until-${id}`}
                type="date"
                min={tomorrow}
              />
              <Button name="intent" value="pause" look="outline" size="small">
                Pause<span className="sr-only">: {what}</span>
              </Button>
            </form>
          </details>
        )}
        <Do intent="leave" id={id} what={what} path={path}>
          Stop waiting
        </Do>
      </div>
    </li>
  );
}

function Do({
  intent,
  id,
  what,
  path,
  children,
}: {
  intent: string;
  id: string;
  what: string;
  path: string;
  children: string;
}) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className="prose-link inline-flex min-h-11 cursor-pointer items-center"
      >
        {children}
        <span className="sr-only">: {what}</span>
      </button>
    </form>
  );
}

type ChangeProps = {
  form: NonNullable<WaitsView["opened"]>;
  view: WaitsView;
  reply: WaitsReply | undefined;
  path: string;
};

function Change({ form: { id, what, ticked, therapists }, view, reply, path }: ChangeProps) {
  return (
    <form method="post" action={`${path}?change=${id}#answer`} noValidate className="measure mt-6 space-y-5">
      <h2 className="text-xl">{what}</h2>
      <input type="hidden" name="id" value={id} />
      <TimesFields
        ticked={reply?.typed ?? ticked}
        errors={reply?.errors ?? {}}
        therapists={therapists}
        days={view.days}
      />
      <p className="flex flex-wrap gap-3">
        <Button name="intent" value="change" look="strong">
          Save
        </Button>
        <a href={path} className={buttonClasses({ look: "outline" })}>
          Keep it as it is
        </a>
      </p>
    </form>
  );
}
