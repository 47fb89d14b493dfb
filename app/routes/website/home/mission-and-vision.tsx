/** Why the practice is here, in two sentences set large. */
export function MissionAndVision({ mission, vision }: { mission: string; vision: string }) {
  if (!mission && !vision) return null;
  return (
    <section aria-label="Mission and vision">
      <div className="wrap">
        <div className="grid gap-x-12 gap-y-12 border-t border-line pt-[clamp(3.5rem,8vw,7rem)] md:grid-cols-2 lg:gap-x-20">
          {mission && <Statement title="Mission" text={mission} />}
          {vision && <Statement title="Vision" text={vision} />}
        </div>
      </div>
    </section>
  );
}

function Statement({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-normal text-ink-soft">{title}</h2>
      <p className="mt-4 max-w-[30ch] font-display text-2xl font-[650] text-pretty">{text}</p>
    </div>
  );
}
