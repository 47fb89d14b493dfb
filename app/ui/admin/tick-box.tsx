import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "children" | "type"> & { children: ReactNode; hint?: ReactNode };

/** A tick box with its label; the whole line can be pressed. */
export function TickBox({ children, hint, className, ...input }: Props) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-start gap-3 py-2 ${className ?? ""}`}>
      <input type="checkbox" {...input} className="mt-0.5 size-6 shrink-0 accent-(--primary)" />
      <span>
        {children}
        {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}
