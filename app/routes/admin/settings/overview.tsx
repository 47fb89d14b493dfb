import { useState } from "react";
import { Link } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { findSettings } from "#app/routes/admin/settings/find-settings.ts";
import { type SettingState, settingStates } from "#app/routes/admin/settings/setting-states.server.ts";
import {
  SETTINGS_GROUPS,
  SETTINGS_PAGES,
  type SettingsGroup,
  type SettingsPage,
} from "#app/routes/admin/settings/settings-pages.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { readSettingFacts } from "#app/settings/setting-facts.db.server.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Field } from "#app/ui/controls.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/overview.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const app = appContextOf(context);
  const practice = await readPractice(app);
  const stored = await readSettingFacts(app.db.kysely);
  const sendsMail = canMailLeaveBy(app, practice.settings.mailServer);
  return { states: settingStates({ practice, stored, sendsMail, siteUrl: app.config.publicUrl }) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Settings");

const ICONS: Record<SettingsGroup, IconName> = {
  "The practice": "price",
  Booking: "diary",
  "Messages and mail": "mail",
  "The website": "home",
  Connections: "list",
  "Safety and data": "key",
};

export default function Settings({ loaderData: { states } }: Route.ComponentProps) {
  const [typed, setTyped] = useState("");
  return (
    <>
      <PageHeading title="Settings" intro="Visitors see your changes as soon as you save." />
      <search className="mb-6 block max-w-xl">
        <Field
          name="q"
          type="search"
          label="What would you like to change?"
          placeholder="Refund, bank holiday, logo"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </search>
      {typed.trim() ? <Found typed={typed} states={states} /> : <Groups states={states} />}
    </>
  );
}

type States = Record<string, SettingState>;

function Groups({ states }: { states: States }) {
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      {SETTINGS_GROUPS.map((group) => (
        <section key={group} aria-labelledby={idOf(group)}>
          <h2 id={idOf(group)} className="flex items-center gap-2 border-b border-edge pb-2 text-lg">
            <Icon name={ICONS[group]} /> {group}
          </h2>
          <ul className="divide-y divide-line border-b border-line">
            {SETTINGS_PAGES.filter((page) => page.group === group).map((page) => (
              <Row key={page.to} page={page} about={page.about} state={states[page.to]} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function idOf(group: SettingsGroup): string {
  return group.toLowerCase().replaceAll(" ", "-");
}

function Found({ typed, states }: { typed: string; states: States }) {
  const found = findSettings(SETTINGS_PAGES, typed);
  return (
    <>
      <p role="status" className="mb-2 text-ink-soft">
        {found.length === 0
          ? "No matches. Try fewer letters."
          : `${found.length} ${found.length === 1 ? "setting" : "settings"}`}
      </p>
      <ul className="max-w-xl divide-y divide-line border-y border-line empty:hidden">
        {found.map(({ page, word }) => (
          <Row
            key={page.to}
            page={page}
            about={[page.group, page.about, word && `also: ${word}`].filter(Boolean).join(" · ")}
            state={states[page.to]}
          />
        ))}
      </ul>
    </>
  );
}

type RowProps = { page: SettingsPage; about: string; state: SettingState | undefined };

/** Label, one line and how it stands; the whole row leads there. */
function Row({ page: { to, title }, about, state }: RowProps) {
  return (
    <li className="relative flex min-h-16 items-center gap-3 py-2 hover:bg-wash">
      <div className="min-w-0 flex-1">
        <Link to={to} className="prose-link inline-block min-h-6 font-[650] after:absolute after:inset-0">
          {title}
        </Link>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      {state?.isWrong ? (
        <StatusTag look="bad">{state.text}</StatusTag>
      ) : (
        state && <p className="max-w-56 text-right text-sm wrap-break-word">{state.text}</p>
      )}
    </li>
  );
}
