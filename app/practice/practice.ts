import type { OwnedException, WeeklyRange } from "#app/availability/opening-hours.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";

/** What the practice has said of itself: its settings, what it offers, and who gives it. Nobody can change it. */
export type PracticeFacts = {
  contentVersion: number;
  settings: Settings;
  /** Settings that can't be read: their last saved values stand in `settings`. */
  damaged: readonly SettingKey[];
  /** How often each setting was saved, and when last (epoch ms); one that has its default is not there. */
  saved: Readonly<Record<string, { version: number; at: number }>>;
  /** Those offered now, in the practice's order. */
  services: Service[];
  /** Those who work here now, in the practice's order. */
  therapists: Therapist[];
  /** The weekly hours of those who work here, by therapist. */
  weekly: Readonly<Record<string, readonly WeeklyRange[]>>;
  /** Closures and extra openings that were not over on `exceptionsFrom`, a local date; of therapists and of all. */
  exceptions: readonly OwnedException[];
  exceptionsFrom: string;
};

declare const readFor: unique symbol;

/** For pages: what stood when the request began. It can't decide a booking. */
export type PracticeSnapshot = PracticeFacts & { readonly [readFor]: "pages" };

/** For commands: what stands in their transaction. */
export type Practice = PracticeFacts & { readonly [readFor]: "transaction" };

/** Whether visitors have anything to book: every page's frame asks. */
export function hasOffer({ services }: Pick<PracticeFacts, "services">): boolean {
  return services.some(isBookable);
}
