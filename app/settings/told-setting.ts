import { timesByDay } from "#app/settings/hours.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";

type Teller<Key extends SettingKey> = (value: Settings[Key]) => object;

/**
 * What the audit may tell of a setting. What is not here may hold strangers' addresses or secrets, which must not outlive
 * them there.
 */
const TELLERS: { [Key in SettingKey]?: Teller<Key> } = {
  business: (facts) => facts,
  bookingRules: (rules) => rules,
  openingHours: timesByDay,
  operationHours: timesByDay,
  messages: ({ keptMonths }) => ({ keptMonths }),
  look: ({ accent, typeface, logo }) => ({ accent, typeface, logo: logo ? "their own" : "" }),
  homeCards: ({ services }) => Object.fromEntries(services.map((id, at) => [`homeCard${at + 1}`, id])),
  sender: (sender) => sender,
  practiceMails: (mails) => mails,
  practiceFacts: ({ pays, ...facts }) => ({ ...facts, pays: pays.join(", ") }),
  teamRules: (rules) => rules,
  scheduler: ({ kind, page }) => ({ scheduler: kind, page }),
  bodyPlaces: (places) => places,
  videos: (videos) =>
    Object.fromEntries(
      videos.flatMap(({ title, address }, at) => [
        [`film${at + 1}`, title],
        [`addressOfFilm${at + 1}`, address],
      ]),
    ),
  emailjs: ({ sends, serviceId, templateId, publicKey, origins }) => ({
    ...{ sends: sends ? "on" : "off", serviceId, templateId, publicKey },
    pages: origins.join(" "),
  }),
  backups: ({ place, wordsAt }) => ({
    ...{ place: place?.kind ?? "", address: place?.address ?? "", user: place?.user ?? "" },
    wordsAt: wordsAt === null ? "" : new Date(wordsAt).toISOString(),
  }),
  opening: ({ state }) => ({ opening: state ?? "" }),
  push: ({ on }) => ({ sends: on ? "on" : "off" }),
  mailServer: (server) => {
    const { host, port, security, user } = server ?? { host: "", port: "", security: "", user: "" };
    return { host, port, security, user };
  },
};

export function toldOf<Key extends SettingKey>(key: Key, value: Settings[Key]): object {
  return TELLERS[key]?.(value) ?? {};
}
