/** The only band of colour on the page. */
export function MissionAndVision({ mission, vision }: { mission: string; vision: string }) {
  if (!mission && !vision) return null;
  return (
    <section aria-label="Mission and vision" className="section bg-band text-on-band">
      <div className="wrap grid gap-x-12 gap-y-12 md:grid-cols-2 lg:gap-x-20">
        {mission && <Statement title="Our mission" text={mission} />}
        {vision && <Statement title="Our vision" text={vision} />}
      </div>
    </section>
  );
}

function Statement({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-normal">{title}</h2>
      <p className="mt-4 max-w-[30ch] font-display text-2xl font-[650] text-pretty">{text}</p>
    </div>
  );
}
