import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** A button that works by our script alone: grey until it is there. The frame says why to whoever has none. */
export function ScriptButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated();
  return <Button {...rest} disabled={disabled || !hydrated} />;
}
