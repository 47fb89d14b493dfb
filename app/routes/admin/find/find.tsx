import { Form, Link } from "react-router";
import { findAnything, getNextBooking } from "#app/diary/lists/find-clients.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { targetsOf } from "#app/routes/admin/find/commands.ts";
import { KeyboardHelp } from "#app/routes/admin/find/keyboard-help.tsx";
import { useFinds } from "#app/routes/admin/find/use-finds.ts";
import { getSenderToBook } from "#app/routes/admin/messages/sender.server.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/find.ts";

/** Read by the palette and by the field that finds a client, too. `next` and `message`: whom to book after these. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.trim().slice(0, 100) ?? "";
  const { locale } = requestInfoOf(context);
  const after = query.get("next");
  const message = query.get("message");
  const next = after
    ? await getNextBooking(appContextOf(context), actorOf(context), { appointmentId: after, locale })
    : message
      ? await getSenderToBook(appContextOf(context), actorOf(context), { id: message, locale })
      : null;
  return { text, next, ...(await findAnything(appContextOf(context), actorOf(context), { text, locale })) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Find");

/** What the palette does, as a page: needs no script. */
export default function Find({ loaderData }: Route.ComponentProps) {
  const { text } = loaderData;
  const targets = targetsOf(text, loaderData, useFinds());
  return (
    <>
      <PageHeading title="Find" intro="Search for a client, booking reference, page or action" />
      <Form method="get" role="search" aria-label="Find anything" className="flex max-w-xl flex-wrap items-end gap-3">
        <Field className="min-w-0 flex-1 basis-60" type="search" name="q" label="Search" defaultValue={text} />
        <Button look="outline">Find</Button>
      </Form>
      <ul aria-label="Found" className="mt-6 max-w-xl">
        {targets.map(({ key, to, title, about }) => (
          <li key={key} className="border-b border-line py-2">
            <Link to={to} className="prose-link inline-flex min-h-6 items-center font-[650] wrap-anywhere">
              {title}
            </Link>
            <span className="block text-sm wrap-anywhere text-ink-soft">{about}</span>
          </li>
        ))}
      </ul>
      {targets.length === 0 && <p>No matches. Try fewer letters.</p>}
      <section aria-labelledby="keys" className="mt-10 max-w-xl">
        <h2 id="keys" className="mb-2 text-xl">
          Keys
        </h2>
        <KeyboardHelp />
      </section>
    </>
  );
}
