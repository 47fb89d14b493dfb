import { data, href, Link } from "react-router";
import { PaperTitle, PaperView, printPaper } from "#app/payments/paper-view.tsx";
import { getPaper } from "#app/payments/statements.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { signedInUserOf } from "#app/routes/account/identity.server.ts";
import { ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/paper.ts";

export const handle = { hydrate: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const isOn = (await readPractice(app)).settings.payments.on;
  const me = { kind: "client", userId: signedInUserOf(context).id } as const;
  const stored = isOn ? await getPaper(app, me, params.id) : null;
  if (!stored) throw data(null, { status: 404 });
  const forPlan = new URL(request.url).searchParams.get("for") === "plan";
  return { id: params.id, forPlan, title: stored.paper.title, paper: forPlan ? stored.planPaper : stored.paper };
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, at.loaderData?.title ?? "Receipt");

export default function OwnPaper({ loaderData: { id, forPlan, title, paper } }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <p className="mb-2">
        <Link to={href("/my-appointment/receipts")} className="prose-link inline-flex min-h-11 items-center">
          Your receipts
        </Link>
      </p>
      <PaperTitle title={title} />
      <p className="mb-4">
        <Link to={forPlan ? "?" : "?for=plan"} className="prose-link inline-flex min-h-11 items-center">
          {forPlan ? "Show all of it" : "Show it for a health cash plan"}
        </Link>
      </p>
      <PaperView paper={paper} />
      <p className="mt-5">
        <ScriptButton type="button" look="outline" onClick={() => printPaper("a4")}>
          Print
        </ScriptButton>{" "}
        <a
          href={`${href("/my-appointment/receipts/:id/file.pdf", { id })}${forPlan ? "?for=plan" : ""}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          Download as PDF
        </a>
      </p>
    </div>
  );
}
