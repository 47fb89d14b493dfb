type Part = { title: string; text: string[] };

/** What to check before booking anywhere, beside our own principles where there is room. */
export function Trust({ parts }: { parts: Part[] }) {
  return (
    <section aria-label="Qualifications and boundaries" className="section pt-0">
      <div className="wrap grid gap-x-12 gap-y-12 md:grid-cols-2 lg:gap-x-20">
        {parts.map(({ title, text }) => (
          <div key={title} className="border-t border-line pt-7">
            <h2 className="text-2xl">{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="measure mt-4">
                {paragraph}
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
