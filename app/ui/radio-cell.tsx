import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

type Props = Omit<ComponentProps<"input">, "children"> & { children: ReactNode; cellClassName?: string };

/** A radio drawn as a cell. The real input stays, for the keyboard, screen readers and forms. */
export function RadioCell({ children, cellClassName, ...input }: Props) {
  return (
    <label className={classNames("radio-cell", cellClassName)}>
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}
