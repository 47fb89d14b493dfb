/** What the practice promises about money and changes, a column each: the only band of colour on the page. */
export function PromiseBand({ promises }: { promises: { title: string; text: string }[] }) {
  if (promises.length === 0) return null;
  return (
    <section aria-label="Promise" className="bg-band py-10 text-on-band md:py-16">
      <ul className="wrap grid gap-y-6 md:auto-cols-fr md:grid-flow-col">
        {promises.map(({ title, text }) => (
          <li
            key={title}
            className="border-on-band/30 py-1 max-md:not-last:border-b max-md:not-last:pb-6 md:px-8 md:not-first:border-l md:first:pl-0 md:last:pr-0"
          >
            <h2 className="text-[clamp(1.5rem,1.3rem+0.8vw,1.75rem)] leading-tight">{title}</h2>
            <p className="mt-2.5 max-w-[34ch]">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
