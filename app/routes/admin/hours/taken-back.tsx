import { Form } from "react-router";
import type { Fields } from "#app/platform/form-fields.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** A closure or extra opening was removed: offers Undo. */
export function TakenBack({ undo }: { undo: Fields }) {
  return (
    <Notice tone="success" live className="mb-6 flex flex-wrap items-center gap-3">
      Taken back.
      <Form method="post">
        {Object.entries(undo).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="intent" value="add" look="outline" size="small">
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
