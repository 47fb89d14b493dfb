import { UserActions } from "#app/routes/admin/users/user-actions.tsx";
import type { UserCard, UsersShown } from "#app/routes/admin/users/users-shown.server.ts";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

const USERS_PER_PAGE = 24;

export function UserCards({ shown }: { shown: UsersShown }) {
  return (
    <>
      {shown.failed && (
        <Notice tone="danger" live className="mb-4">
          The users could not be loaded. Nothing has changed. Try again in a moment.
        </Notice>
      )}
      {shown.cards.length === 0 ? (
        <p role="status">No users found.</p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
          {shown.cards.map((card) => (
            <Card key={card.id} card={card} isTeam={shown.isTeam} />
          ))}
        </ul>
      )}
      {shown.total > 0 && <Pagination page={shown.page} pageSize={USERS_PER_PAGE} total={shown.total} noun="users" />}
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
      <dl className="mt-3 mb-5 grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <Fact term="Email">{card.email}</Fact>
        <Fact term="Role">{card.role}</Fact>
        {card.parts && <Fact term="Here for">{card.parts}</Fact>}
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
