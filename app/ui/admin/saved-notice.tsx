import { useSearchParams } from "react-router";
import { Notice } from "#app/ui/notice.tsx";

/** Says that the form was saved, on the page that it leads back to: `?saved`. Works without a script. */
export function SavedNotice({ children = "Saved." }: { children?: string }) {
  const [query] = useSearchParams();
  if (!query.has("saved")) return null;
  return (
    <Notice tone="success" live className="mb-6">
      {children}
    </Notice>
  );
}
