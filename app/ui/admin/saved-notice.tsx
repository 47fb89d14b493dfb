import { useActionData, useSearchParams } from "react-router";
import { Notice } from "#app/ui/notice.tsx";

/** Confirms a save on the page that the form redirects to, by `?saved`. Works without a script. */
export function SavedNotice({ children = "Saved." }: { children?: string }) {
  const [query] = useSearchParams();
  // `?saved` is still in the address when a later save is refused: then that answer counts.
  const isAnswered = useActionData() !== undefined;
  if (!query.has("saved") || isAnswered) return null;
  return (
    <Notice tone="success" live className="mb-6">
      {children}
    </Notice>
  );
}
