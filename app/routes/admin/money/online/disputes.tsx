import { href, Link } from "react-router";
import { isToAnswer, STATE_WORDS } from "#app/payments/disputes/dispute.ts";
import { listDisputes } from "#app/payments/disputes/disputes.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/disputes.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const found = await listDisputes(appContextOf(context), actorOf(context));
  if (!found) throw refusedAs("not-found");
  const { locale } = requestInfoOf(context);
  const when = (at: number) => localeMoment(at, found.zone, locale);
  return {
    unread: found.unread,
    disputes: found.disputes.map(({ id, name, pence, state, beganAt, dueAt, isUndecided }) => ({
      ...{ id, name, pence, isUndecided, began: when(beganAt), state: STATE_WORDS[state] },
      needs: isUndecided || isToAnswer(state),
      due: dueAt !== null && isToAnswer(state) ? when(dueAt) : null,
    })),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Disputes");

export default function Disputes({ loaderData: { disputes, unread } }: Route.ComponentProps) {
  return (
    <div className="max-w-2xl">
      <BackLink to={href("/admin/money")}>Money</BackLink>
      <PageHeading title="Disputes" intro="Payments that clients’ banks dispute" />
      {unread.map(({ sellerName, words }) => (
        <Notice key={sellerName} tone="warning" className="mb-4 wrap-anywhere">
          Disputes of {sellerName} can’t be read now. {words} The next try is within an hour.
        </Notice>
      ))}
      {disputes.length === 0 ? (
        <p>No disputes. When a bank takes a payment back, it appears here and you get an email.</p>
      ) : (
        <ul>
          {disputes.map(({ id, name, pence, state, began, due, needs, isUndecided }) => (
            <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-2">
              <span>
                <Link
                  to={href("/admin/money/disputes/:id", { id })}
                  className="prose-link inline-flex min-h-11 items-center font-[650]"
                >
                  {name ?? "A deleted client"}
                </Link>
                <span className="block text-sm text-ink-soft">Begun {began}</span>
              </span>
              <span className="text-right">
                <span className="figures block">{priceInFull(pence)}</span>
                <span className={needs ? "text-sm font-[650] text-danger" : "text-sm text-ink-soft"}>
                  {isUndecided ? `${state}: decide about the bill` : due ? `Answer by ${due}` : state}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
