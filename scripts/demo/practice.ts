import type { z } from "zod";
import type { SettingKey, settingSchemas } from "#app/settings/settings.ts";
import type { PageKey, WordsOf } from "#app/site/page-words.ts";
import { about } from "#scripts/demo/words/about.ts";
import { accessibility } from "#scripts/demo/words/accessibility.ts";
import { cancellations } from "#scripts/demo/words/cancellations.ts";
import { complaints } from "#scripts/demo/words/complaints.ts";
import { contact } from "#scripts/demo/words/contact.ts";
import { faq } from "#scripts/demo/words/faq.ts";
import { home } from "#scripts/demo/words/home.ts";
import { privacy } from "#scripts/demo/words/privacy.ts";
import { services } from "#scripts/demo/words/services.ts";
import { terms } from "#scripts/demo/words/terms.ts";

/** The registered company, invented like everything here: its number and registration are nobody's. */
const legal = { name: "Limber Yard Therapies Ltd", number: "00000000", ico: "ZA000000" };

const business = {
  name: "Limber Yard",
  fullName: "Limber Yard Sports Massage & Wellness",
  blurb:
    "Limber Yard offers tailored treatments to help you recover, relax and stay active, delivered by experienced therapists.",
  phone: "+441632960417",
  mobile: "+447700900417",
  email: "hello@limberyard.example",
  privacyEmail: "privacy@limberyard.example",
  chatUrl: "https://chat.limberyard.example/",
  address: {
    street: "Unit 7, Larchgate Industrial Estate",
    locality: "Foundry Rise",
    town: "Ashenholme",
    postcode: "LY7 4QG",
  },
  directions: "Green door behind the joinery. Free parking at the door.",
  socials: [
    { label: "Social network profile", url: "https://social.example/limberyard" },
    { label: "Microblog", url: "https://microblog.example/limberyard" },
    { label: "Photo network", url: "https://photos.example/limberyard" },
  ],
};

type DemoSettings = { [Key in SettingKey]?: z.input<(typeof settingSchemas)[Key]> };

/** The demo practice's settings, each a row. What a line leaves out has its default. */
export const demoSettings: DemoSettings = {
  demo: { shown: true },
  business: { ...business, legal: { ...legal, form: "company", registeredIn: "England and Wales" } },
  openingHours: hours([540, 1020], [600, 1020]),
  operationHours: hours([540, 1140], [600, 960]),
  bookingRules: { referencePrefix: "LY" },
  goLive: { showsFilms: true },
  practiceFacts: {
    isInsured: true,
    qualifications: "Levels 4 and 5",
    pays: ["card", "cash"],
    isWholePrice: true,
    givesReceipts: true,
    replyDays: 1,
    isAnyHour: true,
    startsWithTalk: true,
    keepsNotes: true,
    hasPlainOil: true,
    allowsCompany: true,
    treatsChildren: true,
    treatsInPregnancy: true,
    parking: "Free parking at the door.",
    hasChangingRoom: true,
    allowsDogs: true,
  },
};

/** What is invented in a setting, where that is not all of it: any company has a form and a place of registration. */
export const demoFacts: { [Key in SettingKey]?: object } = { business: { ...business, legal } };

/** The demo practice's words, each page a row; the other pages hold for any practice. */
export const demoWords: { [Page in PageKey]?: WordsOf<Page> } = {
  home,
  about,
  services,
  contact,
  faq,
  cancellations,
  privacy,
  terms,
  accessibility,
  complaints,
};

/** Minutes since midnight, of Monday to Friday and of Saturday. */
function hours(weekdays: [number, number], saturday: [number, number]) {
  const day = (weekday: number, [fromMinute, toMinute]: [number, number]) => ({ weekday, fromMinute, toMinute });
  return [...[1, 2, 3, 4, 5].map((weekday) => day(weekday, weekdays)), day(6, saturday)];
}
