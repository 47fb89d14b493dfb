import { fieldsFrom } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { answerPreflight, takeSentForm } from "#app/routes/feeds/emailjs/take-sent-form.server.ts";
import type { Route } from "./+types/send-form.ts";

/** POST /api/v1.0/email/send-form: a form, sent as EmailJS's own library does. It reads no cookie. */
export async function action(sent: Route.ActionArgs) {
  return takeSentForm(sent, async (request) => fieldsFrom(await readFormBody(request)));
}

export async function loader(sent: Route.LoaderArgs) {
  return answerPreflight(sent);
}
