import { appointmentListFilterFrom } from "#app/diary/appointment-list.ts";
import { exportAppointments } from "#app/diary/list-appointments.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/export.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = appointmentListFilterFrom(new URL(request.url).searchParams);
  const pieces = await exportAppointments(appContextOf(context), actorOf(context), { filter });
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="appointments.csv"',
      "Cache-Control": "private, no-store",
    },
  });
}

/** Reads the next piece only when the last one has been sent. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
