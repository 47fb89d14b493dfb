import { exportRegister } from "#app/appointments/register/commands.server.ts";
import { registerFilterFrom } from "#app/appointments/register/register.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/export.ts";

/** The appointments that match the same address as the list's, as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = registerFilterFrom(new URL(request.url).searchParams);
  const pieces = await exportRegister(worldOf(context), actorOf(context), { filter });
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="appointments.csv"',
      "Cache-Control": "private, no-store",
    },
  });
}

/** Asks for the next piece only when the last one has gone out. */
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
