import { createContext, type ReactNode, useContext } from "react";
import type { AccountReply, Part } from "#app/routes/account/account/replies.server.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";

/** What the form that was just sent is answered; null if none was. */
export const ReplyContext = createContext<AccountReply | null>(null);
/** Whose account it is: what they typed when their session had ended is for them alone. */
export const WhoContext = createContext("");
const PlaceContext = createContext("");

type AccountPartProps = { title: string; parts: readonly Part[]; children: ReactNode };

/** A section of the account with its forms. What is wrong with one of them is said at its head. */
export function AccountPart({ title, parts, children }: AccountPartProps) {
  const reply = useContext(ReplyContext);
  const place = placeOf(title);
  return (
    <section
      id={place}
      tabIndex={-1}
      aria-label={title}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 outline-none lg:grid-cols-[16rem_1fr]"
    >
      <h2 className="text-xl">{title}</h2>
      <PlaceContext value={place}>
        <div className="max-w-md space-y-5">
          {reply?.toast && parts.includes(reply.part) && <PartProblem says={reply.toast} reply={reply} />}
          {children}
        </div>
      </PlaceContext>
    </section>
  );
}

function PartProblem({ says, reply }: { says: string; reply: AccountReply }) {
  const errors = Object.entries(reply.errors).map(([name, message]) => [idOf(reply.part, name), message]);
  return <FormProblem says={says} errors={Object.fromEntries(errors)} level="h3" />;
}

export function placeOf(title: string): string {
  return `part-${title.toLowerCase().replaceAll(" ", "-")}`;
}

/**
 * A form of one part, without the browser's own validation, as the server checks. Its address ends in the part's
 * name, so that the answer opens there and gets the focus.
 */
export function PartForm({ part, children }: { part: Part; children: ReactNode }) {
  const place = useContext(PlaceContext);
  return (
    <form method="post" action={`/account#${place}`} noValidate className="space-y-5">
      <input type="hidden" name="of" value={useContext(WhoContext)} />
      <input type="hidden" name="part" value={part} />
      {children}
    </form>
  );
}

/** The id of a part's field: several parts ask for a password. */
export function idOf(part: Part, name: string): string {
  return name === "password" ? `${part}-password` : name;
}

export function useReplyTo(part: Part): Pick<AccountReply, "errors" | "typed"> {
  const reply = useContext(ReplyContext);
  return reply?.part === part ? reply : { errors: {}, typed: {} };
}
