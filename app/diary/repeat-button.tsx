import { useMay } from "#app/ui/admin/abilities.tsx";
import { Button } from "#app/ui/button.tsx";

/** Takes a booking form on to the page where it is repeated, as it is filled in. Nothing is booked yet. */
export function RepeatButton() {
  const can = useMay();
  if (!can("change", "series")) return null;
  return (
    <Button look="outline" formAction="/admin/appointments/series">
      Repeat
    </Button>
  );
}
