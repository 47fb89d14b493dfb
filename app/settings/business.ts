import { z } from "zod";
import { legal } from "#app/settings/legal-form.ts";

/** Who the practice is and how to reach it. Defaults are the invented facts of the demo practice. */
export const business = z.object({
  name: z.string().default("Limber Yard"),
  fullName: z.string().default("Limber Yard Sports Massage & Wellness"),
  blurb: z
    .string()
    .default(
      "Limber Yard offers tailored treatments to help you recover, relax and stay active, delivered by experienced therapists.",
    ),
  phone: z.string().default("+441632960417"),
  mobile: z.string().default("+447700900417"),
  email: z.string().default("hello@limberyard.example"),
  privacyEmail: z.string().default("privacy@limberyard.example"),
  chatUrl: z.string().default("https://chat.limberyard.example/"),
  address: z
    .object({
      street: z.string(),
      locality: z.string(),
      town: z.string(),
      postcode: z.string(),
    })
    .default({
      street: "Unit 7, Larchgate Industrial Estate",
      locality: "Foundry Rise",
      town: "Ashenholme",
      postcode: "LY7 4QG",
    }),
  /** Coordinates for maps and search; null: not given. */
  geo: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullable()
    .default(null),
  directions: z.string().default("Green door behind the joinery. Free parking at the door."),
  legal,
  socials: z.array(z.object({ label: z.string(), url: z.string() })).default([
    { label: "Social network profile", url: "https://social.example/limberyard" },
    { label: "Microblog", url: "https://microblog.example/limberyard" },
    { label: "Photo network", url: "https://photos.example/limberyard" },
  ]),
  demo: z.boolean().default(true),
});

export type Business = z.output<typeof business>;

export function addressLine({ address }: Pick<Business, "address">): string {
  return [address.street, address.locality, address.town, address.postcode].filter(Boolean).join(", ");
}
