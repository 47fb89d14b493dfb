import { href, Link } from "react-router";
import { MAIL_GROUPS } from "#app/mails.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { MAIL_PARTS, wordsOfMail } from "#app/settings/schemas/mail-words.ts";
import { hasTeam } from "#app/team/staff.db.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { mailWords } = (await readPractice(app)).settings;
  const isTeam = await hasTeam(app.db.kysely);
  const groups = MAIL_GROUPS.filter((group) => isTeam || !("ofTeam" in group)).map(({ title, mails }) => ({
    title,
    mails: mails.flatMap((mail) =>
      Object.entries(mail.words).map(([id, text]) => {
        const words = wordsOfMail(mailWords, id, text);
        const isOwn = MAIL_PARTS.some((part) => words[part] !== text.words[part]);
        return { id, title: text.title, about: text.about, isOwn };
      }),
    ),
  }));
  return { groups: groups.filter((group) => group.mails.length > 0) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Emails");

export default function MailsList({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Emails"
        intro="Change how emails open and close. We add times, prices, links and legal text for you."
      />
      {groups.map(({ title, mails }) => (
        <section key={title} className="mb-8">
          <h2 className="mb-2 text-lg">{title}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {mails.map((mail) => (
              <li key={mail.id} className="py-3">
                <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                  <Link
                    to={href("/admin/settings/mails/:mail", { mail: mail.id })}
                    className="prose-link inline-block min-h-6 font-[650]"
                  >
                    {mail.title}
                  </Link>
                  {mail.isOwn && <span className="text-sm">Your words</span>}
                </div>
                <p className="text-ink-soft">{mail.about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
