import { href, type RouterContextProvider } from "react-router";
import { servicesAtHome } from "#app/catalogue/service.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { HOME_CARD_ROWS, homeCardsForm, homeCardsFormOf } from "#app/settings/schemas/home-cards.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/home-cards.ts";

type Choice = { slug: string; title: string };

async function choicesIn(context: Readonly<RouterContextProvider>): Promise<Choice[]> {
  const services = (await readPractice(appContextOf(context))).services;
  return services.map(({ slug, title }) => ({ slug, title }));
}

// The form shows what visitors see, chosen or not.
const page = (choices: readonly Choice[]): SettingPage<"homeCards", ReturnType<typeof homeCardsForm>> => ({
  key: "homeCards",
  form: homeCardsForm(choices.map(({ slug }) => slug)),
  formOf: ({ services }) => homeCardsFormOf({ services: servicesAtHome(choices, services).map(({ slug }) => slug) }),
  next: (_stored, value) => value,
  address: href("/admin/services/home"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const choices = await choicesIn(context);
  return { choices, ...(await viewSetting(context, page(choices))) };
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page(await choicesIn(args.context)));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Services on the home page");

const LABELS: Record<string, string> = { "cards.0": "First", "cards.1": "Second", "cards.2": "Third" };

export default function HomeCardsPage({ loaderData: { choices, ...edited }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/services")}>All services</BackLink>
      <PageHeading
        title="Services on the home page"
        intro="Choose up to three services for What We Do. If you choose none, we show the first three."
      />
      <SavedNotice />
      <EditForm {...edited} reply={actionData} labels={LABELS}>
        {({ field }) => (
          <div className="grid gap-4 sm:grid-cols-3">
            {HOME_CARD_ROWS.map((row) => (
              <Select key={row} label={LABELS[`cards.${row}`] ?? ""} {...field(`cards.${row}`)}>
                <option value="">None</option>
                {choices.map(({ slug, title }) => (
                  <option key={slug} value={slug}>
                    {title}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        )}
      </EditForm>
    </div>
  );
}
