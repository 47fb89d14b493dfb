import { type FormEvent, useState } from "react";
import { clearAllButUnsent } from "#app/offline/unsent-payments.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { Button } from "#app/ui/button.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/unsent-at-logout.ts";

export const handle = { hydrate: true };

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Payments wait to be sent");

/** Asked before somebody logs out of a browser that keeps payments the site has not counted. */
export default function UnsentAtLogout() {
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
