import { readersIn } from "#app/health/access.server.ts";
import { amendNote, saveNote, shareNote } from "#app/health/notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/change.ts";

const STATUS = { saved: 200, added: 200, invalid: 422, conflict: 409, forbidden: 403, "not-found": 404, shut: 503 };

type Changing = { app: AppContext; actor: Actor; which: { clientId: string; noteId: string }; form: FormData };

const save = ({ app, actor, which, form }: Changing, signs: boolean) =>
  saveNote(app, actor, { ...which, version: Number(form.get("version")), given: noteIn(form), signs });

const CHANGES = {
  save: (changing: Changing) => save(changing, false),
  sign: (changing: Changing) => save(changing, true),
  amend: ({ app, actor, which, form }: Changing) =>
    amendNote(app, actor, { ...which, reason: textIn(form, "reason"), words: textIn(form, "words") }),
  share: ({ app, actor, which, form }: Changing) => shareNote(app, actor, { ...which, readers: readersIn(form) }),
};

/** `POST /admin/clients/:id/treatment-notes/:note/save` and the like, as JSON: what is true now. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const change = Object.hasOwn(CHANGES, params.change) ? CHANGES[params.change as keyof typeof CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const form = await readFormBody(request);
  const which = { clientId: params.id, noteId: params.note };
  const outcome = await change({ app: appContextOf(context), actor: actorOf(context), which, form });
  return Response.json(outcome, { status: STATUS[outcome.kind], headers: { "Cache-Control": "no-store" } });
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function noteIn(form: FormData): unknown {
  try {
    return JSON.parse(textIn(form, "note"));
  } catch {
    return null;
  }
}
