import { createContext, type ReactNode, useContext } from "react";
import type { AccountReply, Part } from "#app/routes/account/account/replies.server.ts";

const PlaceContext = createContext("");

export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  const place = `part-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section
      id={place}
      tabIndex={-1}
      aria-label={title}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 outline-none lg:grid-cols-[16rem_1fr]"
    >
      <h2 className="text-xl">{title}</h2>
      <PlaceContext value={place}>
        <div className="max-w-md space-y-5">{children}</div>
      </PlaceContext>
    </section>
  );
}

/**
 * A form of one part, without the browser's own validation, as the server checks. Its address ends in the part's
 * name, so that the answer opens there and gets the focus.
 */
export function PartForm({ part, children }: { part: Part; children: ReactNode }) {
  const place = useContext(PlaceContext);
  return (
    <form method="post" action={`/account#${place}`} noValidate className="space-y-5">
      <input type="hidden" name="part" value={part} />
      {children}
    </form>
  );
}

export function replyTo(part: Part, reply: AccountReply | null): Pick<AccountReply, "errors" | "typed"> {
  return reply?.part === part ? reply : { errors: {}, typed: {} };
}
