import { type ReactNode, useContext, useState } from "react";
import { buttonClasses } from "#app/ui/button.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import dismiss from "#app/ui/toast/dismiss.js?url";

type ToastTone = "success" | "danger";

type Props = {
  tone: ToastTone;
  /** A second sentence. A message that has one stays until dismissed, as it takes longer to read. */
  detail?: string | undefined;
  children: ReactNode;
};

/**
 * A message over the foot of the page, rendered on the server, so it needs no script. Success disappears after six
 * seconds; a failure stays until dismissed, by a small script where the framework's does not run.
 */
export function Toast({ tone, detail, children }: Props) {
  const nonce = useContext(NonceContext);
  const [gone, setGone] = useState(false);
  if (gone) return null;
  return (
    <div className="toast" data-tone={tone} data-stays={detail ? true : undefined} data-toast>
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
      <script src={dismiss} type="module" nonce={nonce} suppressHydrationWarning />
    </div>
  );
}
