import { href, Link } from "react-router";
import { type Missing, missingInWords } from "#app/diary/stranded/missing-to-book.ts";
import { Notice } from "#app/ui/controls.tsx";

type Props = { id: string; name?: string; missing: readonly Missing[] };

/** What a therapist lacks before they can be booked, with the screens that mend it. */
export function MissingNotice({ id, name, missing }: Props) {
  const to = {
    hours: { to: href("/admin/hours/:therapistId", { therapistId: id }), label: "Set the hours" },
    service: { to: href("/admin/services"), label: "Choose a service, and select them there" },
  };
  return (
    <Notice tone="warning" className="mb-6">
      <p className="font-[650]">
        {name && `${name}. `}
        {missingInWords(missing)}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-6">
        {missing.map((part) => (
          <Link key={part} to={to[part].to} className="prose-link inline-flex min-h-11 items-center">
            {to[part].label}
          </Link>
        ))}
      </p>
      {missing.includes("service") && (
        <p className="text-sm">Hidden services, and those by enquiry or without a length, don't count.</p>
      )}
    </Notice>
  );
}
