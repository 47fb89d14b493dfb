import { Form, Link, useSearchParams } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { leadsSomewhere } from "#app/routes/admin/admin-permissions.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type Article, findHelp, PICTURE_WIDTH } from "#app/routes/admin/help/guide.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/help.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "dashboard")) throw refusedAs("forbidden");
  const { payments, health, waitingList } = (await readPractice(appContextOf(context))).settings;
  const on = { payments: payments.on, health: health.on, waitingList: waitingList.on };
  return { chapters: findHelp(url.searchParams.get("q") ?? "", on) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Help");

export default function Help({ loaderData: { chapters } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const typed = query.get("q") ?? "";
  return (
    <div className="max-w-3xl">
      <PageHeading title="Help" intro="How to open, a day, a month, and when something goes wrong." />
      <Form role="search" className="mb-8 flex flex-wrap items-end gap-3">
        <Field
          type="search"
          name="q"
          label="What are you looking for?"
          defaultValue={typed}
          key={typed}
          className="grow"
        />
        <Button look="outline">Search</Button>
      </Form>
      {chapters.length === 0 && (
        <p>
          No matches.{" "}
          <Link to="?" className="prose-link">
            Show everything
          </Link>
        </p>
      )}
      {chapters.map(({ id, title, articles }) => (
        <section key={id} aria-labelledby={id} className="mb-10">
          <h2 id={id} className="mb-3 text-xl">
            {title}
          </h2>
          <div className="border-b border-line">
            {articles.map((article) => (
              <Answer key={article.id} article={article} isOpen={typed !== "" && articles.length < 4} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Answer({
  article: { id, title, steps, notes = [], picture, to },
  isOpen,
}: {
  article: Article;
  isOpen: boolean;
}) {
  const can = useMay();
  return (
    <details id={id} open={isOpen} className="border-t border-line">
      <summary className="min-h-11 cursor-pointer py-2.5 font-[650]">{title}</summary>
      <div className="max-w-prose space-y-3 pb-4">
        <ol className="list-decimal space-y-1.5 pl-6">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {notes.map((note) => (
          <p key={note} className="text-ink-soft">
            {note}
          </p>
        ))}
        {picture && (
          <figure>
            <figcaption className="mb-1.5 text-ink-soft text-sm">A picture from the sample practice:</figcaption>
            <img
              src={`/guide/${id}.webp`}
              alt={picture.alt}
              width={PICTURE_WIDTH}
              height={picture.height}
              loading="lazy"
              className="h-auto max-w-full border border-line"
            />
          </figure>
        )}
        {to && leadsSomewhere(to.href, can) && (
          <p>
            <Link to={to.href} className="prose-link inline-flex min-h-11 items-center font-[650]">
              {to.label}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}
