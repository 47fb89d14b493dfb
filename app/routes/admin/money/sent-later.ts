import type { Answer } from "#app/offline/unsent-payments.ts";
import { takingFrom } from "#app/payments/checkout.form.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/sent-later.ts";

/** A payment that was pressed without a network. Counted once by its key, and only if what was seen is still owed. */
export async function action({ request, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const { fields } = await sentTo(request);
  const read = takingFrom(fields);
  if (read.kind === "invalid") return answer({ kind: "refused", message: wordsOf(read.errors) }, 422);
  const press = { appointmentId: fields.appointment ?? "", key: fields.key ?? "", taking: read.taking };
  const outcome = await takePayment(app, actor, press);
  if (outcome.kind === "taken") return answer({ kind: "taken" }, 200);
  if (outcome.kind === "conflict") return answer({ kind: "refused", message: outcome.message }, 409);
  if (outcome.kind === "invalid") return answer({ kind: "refused", message: wordsOf(outcome.errors) }, 422);
  return answer({ kind: "refused", message: "This appointment is no longer here." }, 404);
}

const answer = (reply: Answer, status: number) => Response.json(reply, { status });

const wordsOf = (errors: Record<string, string | undefined>) => Object.values(errors).filter(Boolean).join(" ");
