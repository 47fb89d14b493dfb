import { Suspense } from "react";
import { Await, href } from "react-router";
import { type ListedUser, listUserPage, type UserQuestion } from "#app/accounts/users/list-users.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type OpenRequest, openRequest } from "#app/routes/account/identity.server.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { staffById } from "#app/team/staff.db.server.ts";
import type { Question } from "#app/ui/admin/ask-dialog.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { listPlaceFrom } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { PageTabs } from "#app/ui/admin/page-tabs.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { Field, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/users.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const open = openRequest(context, "see", "users");
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.trim() ?? "";
  const { page } = listPlaceFrom(query, { sorts: [], fallback: { sort: "", down: false } });
  // Not awaited: a page that loads by script shows its heading and a loading message first.
  return { text, view: viewUsers(open, { text, page }) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Users");

export default function Users({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Users">
        <LinkButton to={`${href("/admin/settings/people")}?invite`} look="outline" size="small">
          Invite
        </LinkButton>
      </PageHeading>
      <PageTabs
        label="Users"
        tabs={[
          { to: href("/users"), title: "Everyone with an account", open: true },
          { to: href("/admin/settings/people"), title: "People who work here", open: false },
        ]}
      />
      <FilterForm label="Search users" className="mb-6 max-w-md">
        <Field name="q" type="search" label="Search" hint="Name or email address" defaultValue={loaderData.text} />
      </FilterForm>
      <Suspense fallback={<p role="status">Loading users...</p>}>
        <Await resolve={loaderData.view}>{(view) => <UserCards view={view} />}</Await>
      </Suspense>
    </>
  );
}

const USERS_PER_PAGE = 24;

function UserCards({ view }: { view: UsersView }) {
  return (
    <>
      {view.failed && (
        <Notice tone="danger" live className="mb-4">
          The users could not be loaded. Nothing has changed. Try again in a moment.
        </Notice>
      )}
      {view.cards.length === 0 ? (
        <p role="status">No users found.</p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
          {view.cards.map((card) => (
            <Card key={card.id} card={card} isTeam={view.isTeam} />
          ))}
        </ul>
      )}
      {view.total > 0 && <Pagination page={view.page} pageSize={USERS_PER_PAGE} total={view.total} noun="users" />}
    </>
  );
}

function Card({ card, isTeam }: { card: UserCard; isTeam: boolean }) {
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto min-w-0 text-lg wrap-anywhere">{card.name}</h2>
        {card.self && <StatusTag look="plain">You</StatusTag>}
        {card.disabled && <StatusTag look="bad">Disabled</StatusTag>}
      </div>
      <dl className="mt-3 mb-5 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <Fact term="Email">{card.email}</Fact>
        <Fact term="Role">{card.role}</Fact>
        {card.roles && <Fact term="Here for">{card.roles}</Fact>}
        <Fact term="Joined">{card.joined}</Fact>
        <Fact term="Signed in">{placesInWords(card.sessions)}</Fact>
        <Fact term="ID">{card.id}</Fact>
      </dl>
      <UserActions card={card} isTeam={isTeam} />
    </li>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </>
  );
}

function placesInWords(sessions: number): string {
  if (sessions === 0) return "Nowhere";
  return sessions === 1 ? "In one place" : `In ${sessions} places`;
}

/** An admin's actions on a user. Each asks first, as each signs the user out. */
function UserActions({ card, isTeam }: { card: UserCard; isTeam: boolean }) {
  const change = (what: string, fields: Record<string, string> = {}) => ({
    action: `/admin/users/${card.id}/${what}`,
    fields,
  });
  const role = card.role === "admin" ? "user" : "admin";
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {!isTeam && (
        <ChangeButton
          change={change("role", { role })}
          ask={roleQuestion(card, role)}
          label={`Make ${role}: ${card.name}`}
          confirms
        >
          Make {role}
        </ChangeButton>
      )}
      {card.roles && (
        <LinkButton
          to={href("/admin/settings/people/:id", { id: card.id })}
          look="outline"
          size="small"
          aria-label={`Change roles: ${card.name}`}
        >
          Change roles
        </LinkButton>
      )}
      {card.disabled ? (
        <ChangeButton
          change={change("access", { access: "enabled" })}
          label={`Enable: ${card.name}`}
          confirms={worksHere(card)}
        >
          Enable
        </ChangeButton>
      ) : (
        !card.self && (
          <ChangeButton
            change={change("access", { access: "disabled" })}
            ask={disableQuestion(card)}
            label={`Disable: ${card.name}`}
            confirms={worksHere(card)}
          >
            Disable
          </ChangeButton>
        )
      )}
      {card.sessions > 0 && (
        <ChangeButton change={change("sessions")} ask={sessionsQuestion(card)} label={`End sessions: ${card.name}`}>
          End sessions
        </ChangeButton>
      )}
    </div>
  );
}

function worksHere({ role, roles }: UserCard): boolean {
  return role === "admin" || Boolean(roles);
}

function roleQuestion({ name, self }: UserCard, role: string): Question {
  const body =
    role === "admin"
      ? `${name} will see and change everything in the admin area, all clients’ data included. They are signed out and sign in again.`
      : `${self ? "You" : name} will no longer see the admin area. ${self ? "You are" : "They are"} signed out.`;
  return {
    title: role === "admin" ? `Make ${name} an admin?` : `Take the admin role from ${self ? "yourself" : name}?`,
    body,
    keep: "Keep as it is",
    doIt: `Make ${role}`,
  };
}

function disableQuestion({ name }: UserCard): Question {
  return {
    title: `Disable ${name}?`,
    body: "They are signed out everywhere and can’t sign in until you enable them again. Their appointments stay.",
    keep: "Keep enabled",
    doIt: "Disable",
  };
}

function sessionsQuestion({ name, self }: UserCard): Question {
  return {
    title: `End all sessions of ${name}?`,
    body: self
      ? "You are signed out everywhere, here too, and sign in again."
      : "They are signed out everywhere and sign in again. Nothing else changes.",
    keep: "Keep them",
    doIt: "End sessions",
  };
}

/** A user in words, with the specification's fallbacks (section 3). */
type UserCard = {
  id: string;
  name: string;
  email: string;
  role: string;
  joined: string;
  disabled: boolean;
  sessions: number;
  self: boolean;
  /** What they are here for, in words; null: nothing, or nobody was ever invited. */
  roles: string | null;
};

/** `isTeam`: somebody was invited, so roles are shown and changed where they are given. */
type UsersView = { isTeam: boolean; cards: UserCard[]; total: number; page: number; failed: boolean };

/** A failure is logged and reported on the page; the list is then empty (specification section 8). */
async function viewUsers({ app, actor, user, locale }: OpenRequest, question: UserQuestion): Promise<UsersView> {
  try {
    const { users, total } = await listUserPage(app, actor, question);
    const { bookingRules } = (await readPractice(app)).settings;
    const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: bookingRules.zone });
    const self = user?.id ?? null;
    const staff = await staffById(app.db.kysely);
    const rolesFor = (id: string) => {
      const found = staff?.get(id);
      return found ? rolesInWords(found.roles) : null;
    };
    const cards = users.map((one) => cardOf(one, { dates, self, roles: rolesFor(one.id) }));
    return { isTeam: staff !== null, cards, total, page: question.page, failed: false };
  } catch (error) {
    app.log.error({ err: error }, "the users could not be loaded");
    return { isTeam: false, cards: [], total: 0, page: question.page, failed: true };
  }
}

function cardOf(
  { name, email, role, joined, ...user }: ListedUser,
  { dates, self, roles }: { dates: Intl.DateTimeFormat; self: string | null; roles: string | null },
): UserCard {
  return {
    ...user,
    name: name ?? "Unknown User",
    email: email ?? "N/A",
    role: role ?? "N/A",
    joined: joined === null ? "Unknown" : dates.format(joined),
    self: user.id === self,
    roles,
  };
}
