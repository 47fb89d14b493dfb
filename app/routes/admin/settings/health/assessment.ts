import { assessmentText } from "#app/health/assessment.ts";
import { engineOf } from "#app/platform/app-context.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type HealthRules, KEPT_FOR, keptFor } from "#app/settings/health.ts";
import type { Route } from "./+types/assessment.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const app = appContextOf(context);
  const { settings, therapists } = await readPractice(app);
  const { health, business, bookingRules, backups } = settings;
  const text = assessmentText({
    practice: business.name,
    origin: app.config.publicUrl,
    day: dayInWords(localDateOf(app.clock.now(), bookingRules.zone), { year: true }),
    engine: engineOf(app.db.kysely),
    insurers: health.bodies.map((body) => KEPT_FOR[body].name),
    ...keptFor(health),
    own: ownInWords(health),
    sendsBackups: backups.place !== null && backups.recipient !== "",
    therapists: therapists.length,
  });
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="impact-assessment.txt"',
      "Cache-Control": "private, no-store",
    },
  });
}

function ownInWords({ ownSource, ownCheckedOn }: HealthRules): string | null {
  const checked = ownCheckedOn && `checked on ${dayInWords(ownCheckedOn, { year: true })}`;
  return [ownSource, checked].filter(Boolean).join(", ") || null;
}
