import { publicPrepay } from "#app/payments/online/prepay.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { anchorOf } from "#app/platform/text.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { ReadingPage } from "#app/routes/website/reading-page.tsx";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { Prose } from "#app/ui/prose.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/faq.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const words = await wordsOf(app, "faq", (await readPractice(app)).settings);
  const { beforeYouCome, bookingAndPaying, yourHealth, gettingHere, groups } = words;
  const questions = {
    beforeYouCome: beforeYouCome.filter(isAnswered),
    bookingAndPaying: [...bookingAndPaying.filter(isAnswered), ...(await prepayQuestion(app))],
    yourHealth: yourHealth.filter(isAnswered),
    gettingHere: gettingHere.filter(isAnswered),
  };
  return {
    graph: await getGraph(app, { kind: "faq", questions: Object.values(questions).flat() }),
    words: { search: words.search, title: words.title, lead: words.lead },
    groups: (Object.keys(questions) as (keyof typeof questions)[])
      .filter((name) => questions[name].length > 0)
      .map((name) => ({
        id: anchorOf(groups[name]),
        title: groups[name],
        questions: questions[name].map((entry) => ({ id: anchorOf(entry.question), ...entry })),
      })),
  };
}

/** As the rule stands today, so no owner has to write it twice. */
async function prepayQuestion(app: AppContext): Promise<{ question: string; answer: string }[]> {
  const answer = (await publicPrepay(app)).join(" ");
  return answer ? [{ question: "Is anything paid when I book?", answer }] : [];
}

function isAnswered({ answer }: { answer: string }): boolean {
  return answer !== "";
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, {
    ...at.loaderData.words.search,
    image: "faq",
    imageAlt: "Questions, answered",
    graph: at.loaderData.graph,
  });

export default function Faq({ loaderData: { words, groups } }: Route.ComponentProps) {
  return (
    <ReadingPage title={words.title} lead={<Prose>{words.lead}</Prose>} chapters={groups}>
      {groups.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          <div className="mt-5 border-b border-line">
            {questions.map((entry) => (
              <Question key={entry.id} {...entry} />
            ))}
          </div>
        </section>
      ))}
    </ReadingPage>
  );
}

/** A link to an answer opens it: browsers open the details that an address points to. */
function Question({ id, question, answer }: { id: string; question: string; answer: string }) {
  return (
    <details className="question border-t border-line">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-6 py-3">
        <h3 className="font-sans text-base font-[650]">{question}</h3>
      </summary>
      <p id={id} className="measure scroll-mt-40 pb-6">
        <Prose>{answer}</Prose>
      </p>
    </details>
  );
}
