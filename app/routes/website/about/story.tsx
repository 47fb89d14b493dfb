import type { Image } from "#app/media/picture.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";

export function Story({ title, text, image }: { title: string; text: string[]; image: Image | null }) {
  return (
    <section className="relative overflow-clip border-b border-line">
      <div className="wrap lg:grid lg:min-h-[36rem] lg:grid-cols-[7fr_5fr] lg:items-center">
        <div className="relative z-1 py-12 lg:py-20 lg:pr-16">
          <h1 className="text-4xl lg:text-[clamp(3rem,4.7vw,4.25rem)]">{title}</h1>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-7 max-w-[56ch] text-lg">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
      <div className="max-lg:h-72 lg:absolute lg:inset-y-0 lg:right-0 lg:w-[38%]">
        <Pictured
          image={image}
          drawing="trigger-point-therapy"
          size="plate"
          sizes="(width >= 64rem) 38vw, 100vw"
          className="h-full! w-full aspect-auto!"
          eager
        />
      </div>
    </section>
  );
}
