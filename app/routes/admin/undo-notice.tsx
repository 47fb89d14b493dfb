import { type ComponentProps, useEffect, useRef } from "react";
import { Form } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Button, Notice } from "#app/ui/controls.tsx";

type Props = Pick<ComponentProps<typeof Notice>, "tone" | "className"> & {
  words: string;
  /** What the press that takes it back sends, and to where if not to this page. */
  undo: Record<string, string | number> | null;
  action?: string;
};

/** What a press did. Focused, as the pressed card has gone; it sticks, so that Undo is at hand in a long list. */
export function UndoNotice({ tone, words, undo, action, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} tabIndex={-1} className={classNames("sticky top-2 z-5", className)}>
      <Notice tone={tone} live className="flex flex-wrap items-center justify-between gap-3">
        {words}
        {undo && (
          <Form method="post" action={action} preventScrollReset>
            {Object.entries(undo).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button look="outline" size="small">
              Undo
            </Button>
          </Form>
        )}
      </Notice>
    </div>
  );
}
