import { fieldsFromJson } from "#app/connections/emailjs/sent-form.ts";
import { readJsonBody } from "#app/platform/http/request.server.ts";
import { answerPreflight, takeSentForm } from "#app/routes/feeds/emailjs/take-sent-form.server.ts";
import type { Route } from "./+types/send.ts";

/** POST /api/v1.0/email/send: the same as JSON. */
export async function action(sent: Route.ActionArgs) {
  return takeSentForm(sent, async (request) => fieldsFromJson(await readJsonBody(request)));
}

export async function loader(sent: Route.LoaderArgs) {
  return answerPreflight(sent);
}
