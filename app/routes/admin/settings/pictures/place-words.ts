import { href } from "react-router";
import type { PicturePlace } from "#app/settings/schemas/place-pictures.ts";

export const PLACE_WORDS: Record<PicturePlace, { title: string; about: string; page: string }> = {
  home: { title: "Home", about: "Beside “Move Better. Feel Stronger.”", page: href("/") },
  services: { title: "Services", about: "Beside the title of all services", page: href("/services") },
  about: { title: "About", about: "Beside how the practice began", page: href("/about") },
  room: { title: "The room", about: "On the about page, beside what the room is like", page: href("/about") },
  contact: { title: "Contact", about: "Beside “Contact Us”", page: href("/contact") },
};
