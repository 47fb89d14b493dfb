import { href } from "react-router";
import { PLACEHOLDERS } from "#app/content/facts.ts";
import { isPageKey, PAGES } from "#app/content/page-words.ts";
import { saveWords } from "#app/content/save-words.server.ts";
import { wordErrors } from "#app/content/word-errors.ts";
import { getWordsAt } from "#app/content/words.db.server.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { leavesOf } from "#app/platform/text-tree.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { wordFields, wordLabels } from "#app/routes/admin/settings/words/word-fields.ts";
import { WordsForm } from "#app/routes/admin/settings/words/words-form.tsx";
import { getFacts } from "#app/routes/website/page-words.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/edit.ts";

export async function loader({ params: { page }, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  if (!isPageKey(page)) throw refusedAs("unknown");
  const { words, version } = await getWordsAt(app.db.kysely, page);
  const facts = await getFacts(app, (await readPractice(app)).settings);
  return { ...PAGES[page], leaves: leavesOf(words), version, facts };
}

export async function action({ params: { page }, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const sent = await sentTo(request);
  if (!isPageKey(page)) throw refusedAs("unknown");
  if (sent.intent === "preview" && may(actorOf(context), "change", "settings")) {
    const { words } = await getWordsAt(app.db.kysely, page);
    const errors = wordErrors(words, sent.fields);
    return Object.keys(errors).length > 0 ? invalid(sent, errors) : previewed(sent);
  }
  const outcome = await saveWords(app, actorOf(context), { page, ...sent });
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind === "stale") {
    return stale(sent, { theirs: fieldsOf(wordFields(leavesOf(outcome.words))), version: outcome.version });
  }
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  throw saved(href("/admin/settings/words/:page", { page }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Words of a page");

// Long texts; on other pages links are part of the design.
const SHOWS_LINKS = /^\/(faq|policies|accessibility|complaints)/;

export default function EditWords({ loaderData, actionData }: Route.ComponentProps) {
  const { title, address, leaves, version, facts } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title={`Words: ${title}`}
        intro={
          <>
            On{" "}
            <a href={address} className="prose-link">
              {address}
            </a>
            . In braces stand facts of the business: {PLACEHOLDERS}.{" "}
            {SHOWS_LINKS.test(address) && "[words](/address) becomes a link."}
          </>
        }
      />
      <WordsForm
        leaves={leaves}
        stored={wordFields(leaves)}
        version={version}
        facts={facts}
        labels={wordLabels(leaves)}
        reply={actionData}
      />
    </div>
  );
}
