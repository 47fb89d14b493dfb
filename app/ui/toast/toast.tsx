import { useContext, useState } from "react";
import { buttonClasses } from "#app/ui/button.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import dismiss from "#app/ui/toast/dismiss.js?url";

export type ToastTone = "success" | "danger";

/**
 * A message over the foot of the page, made on the server: it needs no script. Good news goes away by itself after
 * six seconds, bad news stays until it is dismissed, which a small script serves where the framework's does not run.
 */
export function Toast({ tone, children }: { tone: ToastTone; children: string }) {
  const nonce = useContext(NonceContext);
  const [gone, setGone] = useState(false);
  if (gone) return null;
  return (
    <div className="toast" data-tone={tone} data-toast>
      <p role={tone === "danger" ? "alert" : "status"} className="min-w-0 flex-1 py-2">
        {children}
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
