import { Link } from "react-router";
import type { Therapist } from "#app/catalogue/therapist.ts";

export function Givers({ givers }: { givers: Pick<Therapist, "slug" | "name" | "role">[] }) {
  return (
    <section aria-labelledby="givers">
      <h2 id="givers" className="text-xl">
        Who gives it
      </h2>
      <ul className="mt-4 border-t border-line">
        {givers.map(({ slug, name, role }) => (
          <li key={slug} className="border-b border-line py-3">
            <p className="font-[650]">
              <Link to={`/about#${slug}`} reloadDocument className="prose-link inline-block min-h-6">
                {name}
              </Link>
            </p>
            <p className="text-sm text-ink-soft">{role}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
