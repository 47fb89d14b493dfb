import type { Today } from "#app/appointments/today/commands.server.ts";
import { countEnquiries } from "#app/enquiries/desk/store.server.ts";
import { countFailed } from "#app/outbox/store.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** What waits for the practice: counts that can reach zero, and where to bring them there. */
export async function needsOf(
  world: World,
  today: Pick<Today, "pending">,
): Promise<{ label: string; count: number; to: string }[]> {
  return [
    { label: "Appointments to confirm", count: today.pending, to: "/appointments?status=pending&sort=date" },
    { label: "Unread messages", count: await countEnquiries(world.db.kysely, "unread"), to: "/admin/messages" },
    { label: "Mails that failed", count: await countFailed(world.db.kysely), to: "/admin/mail?state=failed" },
  ];
}
