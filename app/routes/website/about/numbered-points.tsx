type Props = { id: string; title: string; points: { title: string; text: string }[] };

/** Principles or steps in order, each with a rule and a number. */
export function NumberedPoints({ id, title, points }: Props) {
  if (points.length === 0) return null;
  return (
    <section aria-labelledby={id} className="section">
      <div className="wrap grid gap-x-12 gap-y-8 lg:grid-cols-[5fr_7fr]">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <ol className="border-b border-line">
          {points.map((point, index) => (
            <li
              key={point.title}
              className="grid grid-cols-[2.5rem_1fr] border-t border-line py-6 sm:grid-cols-[4rem_1fr]"
            >
              <span aria-hidden="true" className="figures font-display text-xl font-[650] text-ink-soft">
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{point.title}</h3>
                <p className="measure mt-1 text-ink-soft">{point.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
