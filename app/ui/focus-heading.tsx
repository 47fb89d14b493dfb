import { type ComponentProps, useEffect, useRef } from "react";

/** A heading that takes the focus when it appears after an action, so that it is read out. */
export function FocusHeading({ children, ...rest }: ComponentProps<"h1">) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} {...rest}>
      {children}
    </h1>
  );
}
