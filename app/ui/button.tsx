import type { ComponentProps } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** `primary` is oxide: one in view. `strong` is green, for a second wish of ours. `outline` for the rest, `danger` for what can't be undone, `quiet` in rows. */
export type ButtonLook = "primary" | "strong" | "outline" | "danger" | "quiet";

type Look = { look?: ButtonLook; size?: "normal" | "small" };

/** Submits its form by default. */
export function Button({ look = "primary", size, className, ...rest }: ComponentProps<"button"> & Look) {
  return <button type="submit" {...rest} className={classNames(buttonClasses({ look, size }), className)} />;
}

/** A link that looks like a button. */
export function LinkButton({ look = "primary", size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classNames(buttonClasses({ look, size }), className)} />;
}

const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong",
  strong: "bg-primary text-on-primary border-primary hover:bg-primary-strong hover:border-primary-strong",
  outline: "bg-transparent text-ink border-edge hover:bg-wash hover:border-ink",
  danger: "bg-danger text-paper border-danger hover:opacity-90",
  quiet: "bg-transparent text-ink border-transparent underline underline-offset-4 hover:bg-wash",
};

export function buttonClasses({ look = "primary", size = "normal" }: Look): string {
  return classNames(
    "inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border py-1.5 text-center font-[650] no-underline",
    "transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-60",
    size === "small" ? "min-h-11 px-4 text-sm leading-snug" : "min-h-12 px-6 text-base leading-snug",
    LOOKS[look],
  );
}

/** A button that needs our script: disabled until it runs. The frame explains that in a noscript notice. */
export function ScriptButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated();
  return <Button {...rest} disabled={disabled || !hydrated} />;
}
