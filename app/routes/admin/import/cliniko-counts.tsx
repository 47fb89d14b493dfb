const ALWAYS = 3;

/** What became of one kind of record, each line a label and a number. Behind the first three, what is nothing is left out. */
export function Counts({ title, lines }: { title: string; lines: [string, string][] }) {
  return (
    <div>
      <h3 className="text-base font-[650]">{title}</h3>
      <dl className="mt-1">
        {lines
          .filter(([, count], at) => at < ALWAYS || count !== "0")
          .map(([label, count]) => (
            <div key={label} className="flex justify-between gap-4 border-t border-line py-1">
              <dt>{label}</dt>
              <dd className="figures">{count}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
