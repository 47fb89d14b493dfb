import { href, Link } from "react-router";
import { listTheirClients, type TheirClient } from "#app/health/keeping/controller.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/records.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await listTheirClients(app, actorOf(context), params.id);
  if (view.kind !== "found") throw refusedAs(view.kind);
  const { name, own, ofPractice } = view;
  return { id: params.id, name, own, ofPractice, practice: (await readPractice(app)).settings.business.name };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Their clients");

/** Before a therapist leaves: whose record goes with them if the client wishes, and whose stays. */
export default function TheirClients({ loaderData: { id, name, own, ofPractice, practice } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/therapists/:id", { id })}>{name}</BackLink>
      <PageHeading title="Their clients" intro={`Whose health records ${name} or ${practice} answers for`} />
      <p className="mb-8">
        <LinkButton to={href("/admin/therapists/:id/leaving", { id })} look="outline">
          {name} leaves
        </LinkButton>
      </p>
      <Listed id="own" title={`${name}’s own records`} clients={own}>
        None. Open a client and choose “Whose record it is” if a client is theirs and not the practice’s.
      </Listed>
      <Listed id="practice" title={`Records of ${practice} with their notes`} clients={ofPractice}>
        None.
      </Listed>
    </div>
  );
}

type Props = { id: string; title: string; clients: TheirClient[]; children: string };

function Listed({ id, title, clients, children }: Props) {
  return (
    <section aria-labelledby={id} className="mb-10">
      <h2 id={id} className="text-xl">
        {title} ({clients.length})
      </h2>
      {clients.length === 0 && <p className="mt-2">{children}</p>}
      <ul className="mt-2">
        {clients.map((client) => (
          <li key={client.id} className="border-t border-line">
            <Link
              to={href("/admin/clients/:id", { id: client.id })}
              className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {client.name ?? "Unknown"}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
