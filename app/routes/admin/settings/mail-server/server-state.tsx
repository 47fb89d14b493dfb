import type { ReactNode } from "react";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  inUse: "none" | "environment" | "settings" | "shut";
  where: string | null;
  isShut: boolean;
  /** Fingerprints: of the key that sealed the password, and of this machine's. */
  keys: { sealedBy: string; here: string | null };
  inside: boolean;
};

/** What sends now, and why nothing does. */
export function ServerState({ inUse, where, isShut, keys, inside }: Props) {
  return (
    <>
      {inUse === "environment" && (
        <State>
          Mails go out through {where}: SMTP_URL is set where the site is started, and outranks what is saved here.
        </State>
      )}
      {inUse === "settings" && <State>Mails go out through {where}.</State>}
      {inUse === "none" && <State>No mail server is set up: every mail waits under Mail, to be read.</State>}
      {isShut && (
        <Notice tone="warning" className="mb-6">
          <p className="font-[650]">The stored password can’t be opened, so this server is not used.</p>
          <p className="mt-1">
            It was sealed with key {keys.sealedBy}; this machine has {keys.here ? `key ${keys.here}` : "none"}. After a
            move or a restored backup, bring the file “sealing-key” of the old data folder (or SEALING_KEY) along, or
            type the password again.
          </p>
        </Notice>
      )}
      {inside && !isShut && inUse !== "environment" && (
        <State>That is an address of this machine or its own network: nobody outside reaches it.</State>
      )}
    </>
  );
}

function State({ children }: { children: ReactNode }) {
  return <Notice className="mb-6">{children}</Notice>;
}
