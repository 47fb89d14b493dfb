import { ChipLink } from "#app/ui/admin/filter-links.tsx";

/** Pages that belong together, as links beside each other; the address says which is open. */
export function PageTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; title: string; open: boolean }[];
}) {
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ to, title, open }) => (
          <li key={to}>
            <ChipLink to={to} chosen={open}>
              {title}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
