import { Suspense } from "react";
import { Await, replace } from "react-router";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { UserCards } from "#app/routes/admin/users/user-cards.tsx";
import { usersShown } from "#app/routes/admin/users/users-shown.server.ts";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { listPlaceFrom } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Field } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/users.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = actorOf(context);
  if (!may(actor, "see", "users")) throw replace("/");
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.trim() ?? "";
  const { page } = listPlaceFrom(query, { sorts: [], fallback: { sort: "", down: false } });
  const { locale } = requestInfoOf(context);
  // Not awaited: a page that loads by script shows its heading and a loading message first.
  return { text, shown: usersShown(appContextOf(context), actor, { text, page, locale }) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Users");

export default function Users({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Users" />
      <FilterForm label="Search users" className="mb-6 max-w-md">
        <Field name="q" type="search" label="Search" hint="Name or e-mail address" defaultValue={loaderData.text} />
      </FilterForm>
      <Suspense fallback={<p role="status">Loading users...</p>}>
        <Await resolve={loaderData.shown}>{(shown) => <UserCards shown={shown} />}</Await>
      </Suspense>
    </>
  );
}
