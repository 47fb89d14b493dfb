import { Link } from "react-router";
import { Battens } from "#app/go-live/battens.tsx";
import type { GoingLive } from "#app/go-live/checklist.ts";
import { ChecklistLine } from "#app/go-live/checklist-line.tsx";
import type { LineGroup } from "#app/go-live/line.ts";
import { LinkButton } from "#app/ui/button.tsx";

/** `5 steps left before you can open.` */
export function progressSentence({ done, all }: Pick<GoingLive, "done" | "all">): string {
  const open = all - done;
  if (open === 0) return "Everything is ready.";
  return open === 1 ? "1 step left before you can open." : `${open} steps left before you can open.`;
}

export function ChecklistView({ groups }: { groups: readonly LineGroup[] }) {
  return groups.map((group) => (
    <section key={group.title} aria-labelledby={idOf(group.title)} className="mt-8">
      <div className="flex items-baseline justify-between gap-4 border-b border-edge pb-2.5">
        <h2 id={idOf(group.title)} className="text-xl">
          {group.title}
        </h2>
        <p className="figures text-sm text-ink-soft">{progressOf(group)}</p>
      </div>
      <ul className="max-sm:pl-3">
        {group.lines.map((line) => (
          <ChecklistLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  ));
}

/** The same in short, first on the dashboard until all is done. */
export function ChecklistPanel({ done, all, next }: GoingLive) {
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="going-live" className="mb-8 rounded-md bg-wash p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <div className="min-w-0">
          <h2 id="going-live" className="text-xl">
            Going live
          </h2>
          <p className="mt-1">{progressSentence({ done, all })}</p>
          <p className="mt-1 text-sm">
            Next:{" "}
            {next.map(({ id, title, to }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <Link to={to} className="prose-link inline-block min-h-6">
                  {title}
                </Link>
              </span>
            ))}
          </p>
        </div>
        <Battens done={done} all={all} />
      </div>
      <p className="mt-4">
        <LinkButton to="/admin/go-live" look="outline" size="small">
          See the checklist
        </LinkButton>
      </p>
    </section>
  );
}

function progressOf({ lines }: LineGroup): string {
  const needed = lines.filter(({ state }) => state !== "optional");
  if (needed.length === 0) return "nothing needed";
  return `${needed.filter(({ state }) => state === "done").length} of ${needed.length}`;
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
