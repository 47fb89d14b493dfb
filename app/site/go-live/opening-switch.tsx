import { Form } from "react-router";
import type { OpeningState } from "#app/settings/schemas/opening.ts";
import type { Missing, Switch } from "#app/site/go-live/opening.server.ts";
import { Button, FieldError, Notice } from "#app/ui/controls.tsx";

const STATES: { state: OpeningState; title: string; about: string }[] = [
  {
    state: "not-open",
    title: "Not open yet",
    about:
      "Visitors see one page with your name, your contact details and “opening soon”. Search engines do not list it.",
  },
  {
    state: "phone-only",
    title: "Open, book by phone",
    about: "Visitors see the whole site. Your phone number is shown where they would book.",
  },
  { state: "open", title: "Open", about: "Visitors see the whole site and book online." },
];

/** `Open, book by phone`. */
export function titleOf(state: OpeningState): string {
  return STATES.find((each) => each.state === state)?.title ?? "";
}

export type OpeningReply =
  | { kind: "to-confirm"; missing: Missing; version: number }
  | { kind: "invalid"; errors: { state: string } }
  | { kind: "conflict"; current: Switch };

type Props = Switch & { reply?: OpeningReply | null; from?: "go-live" };

const ACTION = "/admin/settings/opening";

/** Who sees the site. It saves on a page of its own, which asks before it opens with something missing. */
export function OpeningSwitch({ state, version, reply, from }: Props) {
  if (reply?.kind === "to-confirm") return <OpenWithMissing {...reply} />;
  const current = reply?.kind === "conflict" ? reply.current : { state, version };
  const error = reply?.kind === "invalid" ? reply.errors.state : null;
  return (
    <Form method="post" action={ACTION} key={`${current.state} ${current.version}`} className="space-y-4">
      {reply?.kind === "conflict" && (
        <Notice tone="danger" live>
          Someone else changed this to “{titleOf(current.state)}” while you were choosing. Check their change, then save
          again.
        </Notice>
      )}
      <input type="hidden" name="version" value={current.version} />
      {from && <input type="hidden" name="from" value={from} />}
      <fieldset aria-describedby={error ? "state-error" : undefined}>
        <legend className="sr-only">Open to visitors</legend>
        {error && <FieldError id="state-error">{error}</FieldError>}
        <div className="grid gap-1">
          {STATES.map(({ state: value, title, about }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
              <input
                type="radio"
                name="state"
                value={value}
                defaultChecked={value === current.state}
                className="mt-0.5 size-6 shrink-0 accent-(--primary)"
              />
              <span>
                <span className="font-[650]">{title}</span>
                <span className="block text-sm text-ink-soft">{about}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Button name="intent" value="save">
        Save
      </Button>
    </Form>
  );
}

function OpenWithMissing({ missing: { lines, sendsMail }, version }: { missing: Missing; version: number }) {
  return (
    <Form method="post" action={ACTION} className="space-y-5">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="state" value="open" />
      <Notice tone="warning" live className="space-y-4">
        <h2 className="text-xl">Open to visitors now?</h2>
        <p>Visitors will see the whole site and book every free time that it shows.</p>
        {!sendsMail && (
          <p>
            This site can’t send email yet. Clients get no confirmation and no reminder, so the page they book on asks
            them to save its link.
          </p>
        )}
        {lines.length > 0 && (
          <>
            <p>{lines.length === 1 ? "One step is left:" : `${lines.length} steps are left:`}</p>
            <ul className="list-disc space-y-2 pl-5">
              {lines.map(({ id, title, text }) => (
                <li key={id} className="wrap-anywhere">
                  <strong>{title}.</strong> {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
      <p className="flex flex-wrap gap-3">
        <Button name="intent" value="open">
          Open to visitors
        </Button>
        <Button name="intent" value="keep" look="outline">
          Keep it as it is
        </Button>
      </p>
    </Form>
  );
}
