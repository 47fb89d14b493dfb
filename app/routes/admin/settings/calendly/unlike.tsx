import { href, Link } from "react-router";

type Props = { unlike: { id: string; name: string; there: string; here: string }[] };

/** What was moved or cancelled here, and still stands on Calendly as it was. */
export function UnlikeThere({ unlike }: Props) {
  return (
    <section aria-labelledby="unlike" className="mb-8">
      <h2 id="unlike" className="text-xl">
        Changed here, not on Calendly ({unlike.length})
      </h2>
      <p className="mt-1">Calendly goes on reminding them as before. Open each, and change it there as well.</p>
      <ul className="mt-3">
        {unlike.map(({ id, name, there, here }) => (
          <li key={id} className="border-t border-line py-3 wrap-anywhere">
            <Link
              to={href("/admin/appointments/:id", { id })}
              className="prose-link inline-flex min-h-6 items-center font-[650]"
            >
              {name}
            </Link>
            <p>There: {there}</p>
            <p>Here: {here}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
