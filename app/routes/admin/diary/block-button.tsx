import type { DiaryBlock } from "#app/routes/admin/diary/diary-view.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";

/** Removes blocked time. Closures of the whole practice are changed under Hours. */
export function BlockButton({ block }: { block: DiaryBlock }) {
  if (!block.removable) return null;
  return (
    <ChangeButton
      look="quiet"
      label={`Open again: ${block.title}`}
      change={{ action: "/admin/diary/blocks", fields: { remove: block.id } }}
    >
      Open again
    </ChangeButton>
  );
}
