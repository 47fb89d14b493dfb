import { Notice } from "#app/ui/notice.tsx";

/** Where the booking form of the practice would open, which is made by a script: what to do without one. */
export function WalkInWithoutScript() {
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
