import { href } from "react-router";
import { type Fields, fieldsOf } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { getFacts } from "#app/routes/website/page-words.server.ts";
import { type Facts, PLACEHOLDERS, withFacts, wordErrors } from "#app/site/facts.ts";
import { isPageKey, PAGES } from "#app/site/page-words.ts";
import { type Leaf, labelOf, leavesOf } from "#app/site/text-tree.ts";
import { getWordsAt, saveWords } from "#app/site/words.server.ts";
import { EditForm, type EditReply, type FieldParts, FormSection } from "#app/ui/admin/edit-form.tsx";
import type { Labels } from "#app/ui/admin/stale-notice.tsx";
import { Field, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/edit.ts";

export async function loader({ params: { page }, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  if (!isPageKey(page)) throw refusedAs("not-found");
  const { words, version } = await getWordsAt(app.db.kysely, page);
  const facts = await getFacts(app, (await readPractice(app)).settings);
  return { ...PAGES[page], leaves: leavesOf(words), version, facts };
}

export async function action({ params: { page }, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const sent = await sentTo(request);
  if (!isPageKey(page)) throw refusedAs("not-found");
  if (sent.intent === "preview" && may(actorOf(context), "change", "settings")) {
    const { words } = await getWordsAt(app.db.kysely, page);
    const errors = wordErrors(words, sent.fields);
    return Object.keys(errors).length > 0 ? invalid(sent, errors) : previewed(sent);
  }
  const outcome = await saveWords(app, actorOf(context), { page, ...sent });
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind === "conflict") {
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
            . In braces you can use facts of the business: {PLACEHOLDERS}.{" "}
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

type Props = {
  leaves: Leaf[];
  stored: Fields;
  version: number;
  facts: Facts;
  labels: Labels;
  reply?: EditReply | null;
};

function WordsForm({ leaves, facts, ...form }: Props) {
  return (
    <EditForm {...form} previews preview={(typed) => <Preview leaves={leaves} typed={withFacts(typed, facts)} />}>
      {({ field }) =>
        partsOf(leaves).map(({ title, leaves: own }) => (
          <FormSection key={title} title={title}>
            {own.map((leaf) => (
              <Text key={leaf.name} leaf={leaf} {...field(leaf.name)} />
            ))}
          </FormSection>
        ))
      }
    </EditForm>
  );
}

function Text({ leaf, ...field }: FieldParts & { leaf: Leaf }) {
  const label = labelOf(leaf.name);
  if (leaf.kind === "line") return <Field label={label} {...field} />;
  const rows = Math.min(14, Math.max(3, Math.ceil(leaf.value.length / 70)));
  const hint = leaf.kind === "paragraphs" && "An empty line begins a new paragraph.";
  return <TextArea label={label} hint={hint} rows={rows} {...field} />;
}

function Preview({ leaves, typed }: { leaves: Leaf[]; typed: Fields }) {
  return partsOf(leaves).map(({ title, leaves: own }) => (
    <section key={title} className="mt-4">
      <h3 className="text-sm text-ink-soft">{title}</h3>
      {own
        .filter(({ name }) => typed[name])
        .map(({ name, kind }) => (
          <p key={name} className={`mt-1 whitespace-pre-wrap ${kind === "line" ? "font-[650]" : ""}`}>
            {typed[name]}
          </p>
        ))}
    </section>
  ));
}

function wordFields(leaves: readonly Leaf[]): Fields {
  return Object.fromEntries(leaves.map(({ name, value }) => [name, value]));
}

function wordLabels(leaves: readonly Leaf[]): Record<string, string> {
  return Object.fromEntries(leaves.map(({ name }) => [name, labelOf(name)]));
}

/** A page's texts by part: `hero`, `welcome`. A text outside a part is one by itself. */
function partsOf(leaves: readonly Leaf[]): { title: string; leaves: Leaf[] }[] {
  const parts = Map.groupBy(leaves, ({ name }) => name.split(".")[0] as string);
  return [...parts].map(([part, own]) => ({ title: labelOf(part), leaves: own }));
}
