import type { Image } from "#app/media/picture.ts";
import type { HoursLine } from "#app/settings/hours.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";
import { buttonClasses } from "#app/ui/button.tsx";

type Props = {
  words: { hero: string };
  phone: { href: string; label: string };
  hours: { operation: HoursLine[] };
  image: Image | null;
};

/** Help at any hour, and the hours when a person answers (decisions/0001, row 3). */
export function ContactHero({ words, phone, hours, image }: Props) {
  const answered = hours.operation.filter(({ times }) => times !== "Closed");
  return (
    <section className="relative overflow-clip border-b border-line">
      <div className="wrap grid lg:grid-cols-2">
        <div className="py-12 lg:py-24">
          <h1 className="text-4xl">Contact Us</h1>
          <p className="mt-6 max-w-[44ch] text-lg">{words.hero}</p>
          {phone.label && (
            <p className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
              <a href={phone.href} className={buttonClasses({ look: "outline" })}>
                <PhoneGlyph />
                Help Line
              </a>
              <span className="figures text-lg font-[650]">{phone.label}</span>
            </p>
          )}
          {answered.length > 0 && (
            <p className="mt-4 max-w-[44ch] text-sm text-ink-soft">
              A person answers {answered.map(({ days, times }) => `${days} ${times}`).join(", ")}.
            </p>
          )}
        </div>
      </div>
      <div
        className={`${image ? "max-lg:h-48" : "max-lg:h-24 sm:max-lg:h-32"} lg:absolute lg:inset-y-0 lg:right-0 lg:w-[42%] print:hidden`}
      >
        <Pictured
          image={image}
          drawing="relaxation-massage"
          size="plate"
          sizes="(width >= 64rem) 42vw, 100vw"
          className="size-full"
          eager
        />
      </div>
    </section>
  );
}

function PhoneGlyph() {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path
        d="M4 3h3l1.5 4-2 1.5a10 10 0 0 0 5 5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.5 1.5A12.5 12.5 0 0 1 2.5 4.5 1.5 1.5 0 0 1 4 3z"
        strokeLinejoin="round"
      />
    </svg>
  );
}
