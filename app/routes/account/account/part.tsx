import type { ReactNode } from "react";
import type { AccountReply, Part } from "#app/routes/account/account/replies.server.ts";

/** One part of the page: its heading beside what it holds. */
export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[16rem_1fr]">
      <h2 className="text-xl">{title}</h2>
      <div className="max-w-md space-y-5">{children}</div>
    </section>
  );
}

/** A form of one part. The server checks: the browser's own bubbles stay away. */
export function PartForm({ part, children }: { part: Part; children: ReactNode }) {
  return (
    <form method="post" action="/account" noValidate className="space-y-5">
      <input type="hidden" name="part" value={part} />
      {children}
    </form>
  );
}

/** What the last answer says about this part; nothing when it was about another. */
export function replyTo(part: Part, reply: AccountReply | null): Pick<AccountReply, "errors" | "typed"> {
  return reply?.part === part ? reply : { errors: {}, typed: {} };
}
