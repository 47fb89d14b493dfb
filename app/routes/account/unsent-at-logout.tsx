import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { forgetUnsentNotes, noteUnsent } from "#app/health/notes/unsent-note.ts";
import { clearAllButUnsent } from "#app/offline/unsent-payments.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { Button } from "#app/ui/controls.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/unsent-at-logout.ts";

export const handle = { hydrate: true };

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Not everything is sent");

/** Asked before somebody logs out of a browser that keeps notes or payments the site does not have. */
export default function UnsentAtLogout() {
  const [query] = useSearchParams();
  return query.has("notes") ? <UnsentNotes /> : <UnsentPayments />;
}

/** Health data stays in no browser that nobody is signed in to: leaving deletes the note. */
function UnsentNotes() {
  const [leaves, setLeaves] = useState(false);
  async function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setLeaves(true);
    await forgetUnsentNotes();
    noteUnsent(false);
    form.submit();
  }
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure">
        <FocusHeading className="mb-6 text-3xl">A treatment note waits to be sent</FocusHeading>
        <p className="mb-6">
          What you wrote without a network is only in this browser, encrypted. Logging out deletes it. To send it, stay
          and open the note again.
        </p>
        <div className="flex flex-wrap gap-3">
          <form method="get" action="/admin">
            <Button>Stay and send it</Button>
          </form>
          <form method="post" action="/logout?notes=delete" onSubmit={leave}>
            <Button look="outline" disabled={leaves}>
              Log out and delete it
            </Button>
          </form>
        </div>
      </div>
    </div>
  );
}

function UnsentPayments() {
  const [leaves, setLeaves] = useState(false);
  async function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setLeaves(true);
    await clearAllButUnsent().catch(() => {});
    form.submit();
  }
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure">
        <FocusHeading className="mb-6 text-3xl">Payments wait to be sent</FocusHeading>
        <p className="mb-6">
          Payments that you took without a network are not counted yet. They stay in this browser, and are sent when you
          log in here again.
        </p>
        <div className="flex flex-wrap gap-3">
          <form method="post" action="/logout?keep=on" onSubmit={leave}>
            <Button disabled={leaves}>Log out and keep them</Button>
          </form>
          <form method="get" action="/admin">
            <Button look="outline">Stay and send them</Button>
          </form>
        </div>
      </div>
    </div>
  );
}
