import { href, useRouteLoaderData } from "react-router";
import { leadsSomewhere } from "#app/routes/admin/admin-permissions.ts";
import type { Command, Finds } from "#app/routes/admin/find/commands.ts";
import type { loader } from "#app/routes/admin/layout.tsx";
import { NOTIFICATIONS, YOUR_PROFILE } from "#app/routes/admin/links.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";

/** What the viewer may find, as the frame's links have it. */
export function useFinds(): Finds {
  const can = useMay();
  const { therapistId = null, getsNotifications = false } =
    useRouteLoaderData<typeof loader>("routes/admin/layout") ?? {};
  const own: Command[] = [];
  if (getsNotifications) own.push({ to: NOTIFICATIONS.to, title: NOTIFICATIONS.label, about: "devices, push" });
  if (therapistId) {
    const whose = { id: therapistId };
    own.push({ to: href("/admin/therapists/:id", whose), title: YOUR_PROFILE, about: "name, picture, words" });
    own.push({ to: href("/admin/therapists/:id/mails", whose), title: "Your emails", about: "booked, tomorrow" });
    own.push({ to: href("/admin/hours/:therapistId", { therapistId }), title: "Your weekly hours", about: "work" });
  }
  return { leads: (to) => leadsSomewhere(to, can), own };
}
