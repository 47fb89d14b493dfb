import { type ComponentProps, useEffect, useRef } from "react";
import type { MailServerReply } from "#app/routes/admin/settings/mail-server/change-mail-server.server.ts";
import { Notice } from "#app/ui/notice.tsx";

type Shown = Extract<MailServerReply, { kind: "tried" }>["tried"];

/** What a test told. */
export function TriedNotice({ tried }: { tried: Shown | undefined }) {
  if (!tried) return null;
  if (tried.kind === "limited") return <Failed>That were many tests. Wait an hour.</Failed>;
  if (tried.kind === "shut") return <Failed>There is no password that could be opened. Type it again.</Failed>;
  const inside = tried.inside && (
    <p className="mt-1">The server is at {tried.inside}, an address of this machine or its own network.</p>
  );
  if (tried.kind === "sent") {
    return (
      <Told tone="success">
        <p>
          The server took the test mail to {tried.to}. Save what you have typed, and press the link in the mail: then
          the checklist knows, too.
        </p>
        {inside}
      </Told>
    );
  }
  return (
    <Failed>
      {tried.words}
      {tried.answer && (
        <span className="mt-1 block wrap-anywhere">
          The server’s answer: <q>{tried.answer}</q>
        </span>
      )}
      {inside}
    </Failed>
  );
}

function Failed({ children }: ComponentProps<"div">) {
  return <Told tone="danger">{children}</Told>;
}

/** Takes the focus: the button that was pressed may be a screen further down. */
function Told(props: ComponentProps<typeof Notice>) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return <Notice ref={notice} tabIndex={-1} live className="mb-6" {...props} />;
}
