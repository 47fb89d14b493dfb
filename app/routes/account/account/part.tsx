import { createContext, type ReactNode, useContext } from "react";
import type { AccountReply, Part } from "#app/routes/account/account/replies.server.ts";
import { Field } from "#app/ui/controls.tsx";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";

/** What the form that was just sent is answered; null if none was. */
export const ReplyContext = createContext<AccountReply | null>(null);
/** Whose account it is: what they typed when their session had ended is for them alone. */
export const WhoContext = createContext("");
/** Whether a sensitive change asks who they are: once, and then not for ten minutes (decisions/0325). */
export const AsksContext = createContext(true);
const PlaceContext = createContext("");

type AccountPartProps = {
  title: string;
  parts: readonly Part[];
  /** What is stored. */
  stored?: ReactNode;
  /** Opens the form, which is open by itself where this is missing. */
  change?: string;
  children: ReactNode;
};

/** A row of the account: what is stored, and the form that changes it. What is wrong with it is said at its head. */
export function AccountPart({ title, parts, stored, change, children }: AccountPartProps) {
  const reply = useContext(ReplyContext);
  const place = placeOf(title);
  const isAnswered = reply !== null && parts.includes(reply.part);
  return (
    <section
      id={place}
      tabIndex={-1}
      aria-label={title}
      className="grid gap-x-10 gap-y-1 border-t border-line py-4 outline-none lg:grid-cols-[16rem_1fr]"
    >
      <h2 className="text-lg lg:py-2">{title}</h2>
      <PlaceContext value={place}>
        <div className="max-w-md space-y-5">
          {isAnswered && reply.toast && <PartProblem says={reply.toast} reply={reply} />}
          {change ? (
            // One is open at a time, without a script, too.
            <details name="account" open={isAnswered || undefined}>
              <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
                <span className="min-w-0 wrap-anywhere">{stored}</span>
                <span className="prose-link shrink-0 font-[650]">
                  {change}
                  <span className="sr-only">: {title}</span>
                </span>
              </summary>
              <div className="space-y-5 pt-3 pb-4">{children}</div>
            </details>
          ) : (
            children
          )}
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

/** Asked in the first form alone that changes something sensitive: what is proven in one counts for the others. */
export function ProofField({ part, label = "Your password" }: { part: Part; label?: string }) {
  const { errors } = useReplyTo(part);
  const name = part === "password" ? "current" : "password";
  if (!useContext(AsksContext) && !errors[name]) return null;
  return (
    <Field
      name={name}
      id={idOf(part, name)}
      type="password"
      label={label}
      autoComplete="current-password"
      required
      error={errors[name]}
    />
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
