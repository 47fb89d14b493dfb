import { Notice } from "#app/ui/notice.tsx";

/** Shown in place of the booking form, which needs a script. */
export function PracticeBookingWithoutScript() {
  return (
    <noscript>
      <Notice tone="warning" className="mb-6">
        The form for a walk-in needs JavaScript. Without it, book on{" "}
        <a href="/book" className="prose-link">
          the page for visitors
        </a>
        , within its hours and notice.
      </Notice>
    </noscript>
  );
}
