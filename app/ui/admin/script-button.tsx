import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** A button that needs our script: disabled until it runs. The frame explains that in a noscript notice. */
export function ScriptButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated();
  return <Button {...rest} disabled={disabled || !hydrated} />;
}
