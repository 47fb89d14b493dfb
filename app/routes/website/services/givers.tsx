import type { Therapist } from "#app/catalogue/therapist.ts";

/** The people who give a service. */
export function Givers({ givers }: { givers: Pick<Therapist, "id" | "name" | "role">[] }) {
  return (
    <section aria-labelledby="givers">
      <h2 id="givers" className="text-xl">
        Who gives it
      </h2>
      <ul className="mt-4 border-t border-line">
        {givers.map(({ id, name, role }) => (
          <li key={id} className="border-b border-line py-3">
            <p className="font-[650]">{name}</p>
            <p className="text-sm text-ink-soft">{role}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
