import { Link } from "react-router";

export type Missing = { services: { slug: string; title: string }[] };

/** Unknown service: lists the existing ones. */
export function ServiceNotFound({ services }: Missing) {
  return (
    <div className="wrap section">
      <title>Page not found</title>
      <h1 className="text-3xl">That treatment is not here.</h1>
      <p className="mt-5">It may have a new name, or is no longer offered. These are the treatments:</p>
      <ul className="mt-6 grid max-w-3xl border-t border-line sm:grid-cols-2 sm:gap-x-8">
        {services.map(({ slug, title }) => (
          <li key={slug} className="border-b border-line">
            <Link
              to={`/services/${slug}`}
              reloadDocument
              className="flex min-h-13 items-center decoration-1 underline-offset-4 underline hover:decoration-2"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
