import { AccountPart, PartForm } from "#app/routes/account/account/part.tsx";
import type { SessionView } from "#app/routes/account/account/session-view.ts";
import { Button } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

export function SessionsPart({ sessions }: { sessions: SessionView[] }) {
  return (
    <AccountPart title="Where you are signed in" parts={["session", "sessions"]}>
      <ul className="*:border-t *:border-line max-lg:mt-2 lg:*:first:border-0">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <PartForm part="sessions">
          <Button look="outline">Sign out everywhere else</Button>
        </PartForm>
      )}
    </AccountPart>
  );
}

function Session({ session: { id, device, address, lastUsed, current } }: { session: SessionView }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div>
        <p className="font-[650]">{device}</p>
        <p className="text-sm text-ink-soft">
          {address && `${address}, `}last used {lastUsed}
        </p>
      </div>
      {current ? (
        <StatusTag look="good">This device</StatusTag>
      ) : (
        <PartForm part="session">
          <input type="hidden" name="id" value={id} />
          <Button look="outline" size="small">
            End<span className="sr-only">: {device}</span>
          </Button>
        </PartForm>
      )}
    </li>
  );
}
