import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

type Props = Omit<ComponentProps<"input">, "children"> & { children: ReactNode; cellClassName?: string };

/** A radio drawn as a cell. The real input stays, for the keyboard, screen readers and forms. */
export function RadioCell({ children, cellClassName, ...input }: Props) {
  return (
    <label
      className={classNames(
        "relative flex min-h-12 cursor-pointer items-center justify-center rounded-md border border-edge bg-surface px-2 py-1 text-center",
        "transition-colors duration-120 hover:border-ink",
        "has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink",
        "has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:border-line has-disabled:bg-transparent has-disabled:text-ink-soft",
        "forced-colors:has-checked:outline-3",
        cellClassName,
      )}
    >
      <input
        type="radio"
        {...input}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span className="pointer-events-none">{children}</span>
    </label>
  );
}
