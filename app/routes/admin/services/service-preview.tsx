import { parsePrice, priceInFull } from "#app/catalogue/price.ts";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import type { Fields } from "#app/platform/form-fields.ts";

export type Looks = Pick<Service, "slug" | "picture">;

export function ServicePreview({ typed, service }: { typed: Fields; service: Looks | null }) {
  const lengths = Object.keys(typed)
    .filter((name) => /^lengths\.\d+\.minutes$/.test(name) && typed[name])
    .map((name) => ({ minutes: typed[name], price: typed[name.replace("minutes", "price")] }));
  const paragraphs = (typed.detail ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className="grid gap-6 md:grid-cols-[14rem_minmax(0,1fr)]">
      {service && <ServicePicture service={service} size="card" sizes="14rem" className="w-full max-w-56" />}
      <div>
        <h3 className="text-xl">{typed.title}</h3>
        <p className="mt-2">{typed.summary}</p>
        <ul className="figures mt-3">
          {lengths.map(({ minutes, price }) => (
            <li key={minutes}>
              {minutes} minutes, {inPounds(price ?? "")}
            </li>
          ))}
        </ul>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-3">
            {paragraph}
          </p>
        ))}
      </div>
    </div>
  );
}

/** What is typed as visitors will read it; a price that the form refuses stays as it is. */
function inPounds(typed: string): string {
  const pence = parsePrice(typed);
  return pence === null ? typed : priceInFull(pence);
}
