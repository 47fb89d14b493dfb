import { assignMessage, type MessageOutcome, markMessage } from "#app/messages/change-message.server.ts";
import { isMessageState } from "#app/messages/contact-message.ts";
import { getMessageView } from "#app/messages/list-messages.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { getSender, listAnswering, type Sender } from "#app/routes/admin/messages/sender.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/change.ts";

/** What stands beside a message: who wrote, as a client, and who may answer. */
export type Beside = { sender: Sender; people: { id: string; name: string }[] };

/** `GET /admin/messages/:id/beside`, read by the message's page. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Beside> {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const view = params.change === "beside" ? await getMessageView(app, actor, params.id) : null;
  if (!view) throw refusedAs("not-found");
  const { locale } = requestInfoOf(context);
  return { sender: await getSender(app, actor, { message: view.enquiry, locale }), people: await listAnswering(app) };
}

const WORDS = {
  unread: "Marked as unread.",
  read: "Open again.",
  waiting: "Waiting for their answer.",
  done: "Done.",
  spam: "Marked as spam.",
};

/** `POST …/state` (`to`, and `seen`: what it was) and `…/assignee` (`to`, and `seen`). Each answers with its Undo. */
export async function action({ request, params: { id, change }, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const form = await readFormBody(request);
  const [to, seen] = [String(form.get("to") ?? ""), String(form.get("seen") ?? "")];
  const answer = (outcome: MessageOutcome, words: string) => {
    if (outcome.kind === "changed") {
      const undo = { action: `/admin/messages/${id}/${change}`, fields: { to: seen, seen: to } };
      return Response.json({ toast: success(words, undo) } satisfies ChangeReply);
    }
    return Response.json({ toast: failure() } satisfies ChangeReply, { status: 404 });
  };
  if (change === "state" && isMessageState(to) && isMessageState(seen)) {
    return answer(await markMessage(app, actor, { id, state: to }), WORDS[to]);
  }
  if (change === "assignee") {
    const staff = await listAnswering(app);
    const name = staff.find((person) => person.id === to)?.name;
    const outcome = await assignMessage(app, actor, { id, userId: to || null, staff });
    return answer(outcome, name ? `${name} answers this.` : "No one in particular answers this.");
  }
  return Response.json({ toast: failure() } satisfies ChangeReply, { status: 422 });
}
