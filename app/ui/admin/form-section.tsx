import type { ReactNode } from "react";

export function FormSection({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t border-line pt-5">
      <legend className="float-left mb-4 w-full text-lg font-[650]">{title}</legend>
      {intro && <p className="clear-both text-ink-soft">{intro}</p>}
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  );
}
