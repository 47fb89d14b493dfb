import { type ReactNode, useContext, useEffect, useState } from "react";
import { buttonClasses } from "#app/ui/controls.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import toastScript from "#app/ui/toast/toast.js?url";

type ToastTone = "success" | "danger";

type Props = {
  tone: ToastTone;
  /** A second sentence. A message that has one stays until dismissed, as it takes longer to read. */
  detail?: string | undefined;
  /** An error summary on the page says the same: only a script shows the toast, and a field with the focus ends it. */
  summarised?: boolean;
  children: ReactNode;
};

/**
 * A message over the page, rendered on the server. Success disappears after six seconds; a failure stays until
 * dismissed, by a small script where the framework's does not run.
 */
export function Toast({ tone, detail, summarised = false, children }: Props) {
  const nonce = useContext(NonceContext);
  const [gone, setGone] = useState(false);
  const [waits, setWaits] = useState(summarised);
  useEffect(() => setWaits(false), []);
  if (gone) return null;
  return (
    <div
      className="toast"
      data-tone={tone}
      data-stays={detail ? true : undefined}
      data-summarised={summarised || undefined}
      data-toast
      hidden={waits}
      suppressHydrationWarning
    >
      <p role={tone === "danger" ? "alert" : "status"} className="min-w-0 flex-1 py-2">
        {children}
        {detail && <span className="block font-normal">{detail}</span>}
      </p>
      <button
        type="button"
        data-dismiss
        className={buttonClasses({ look: "quiet", size: "small" })}
        onClick={() => setGone(true)}
      >
        Dismiss
      </button>
      <script src={toastScript} type="module" nonce={nonce} suppressHydrationWarning />
    </div>
  );
}
