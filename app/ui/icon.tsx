import { classNames } from "#app/ui/class-names.ts";

const PATHS = {
  help: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M9.5 9.7c0-1.5 1.1-2.4 2.5-2.4s2.5.9 2.5 2.2c0 1.9-2.5 2-2.5 4M12 16.5v.1",
  home: "M4 11l8-6.5 8 6.5V20H4ZM10 20v-5h4v5",
  today: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2",
  list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1",
  diary:
    "M4 6.5a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 6.5V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1ZM4 10h16M8.5 3v4M15.5 3v4M12 13v4",
  person: "M5 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5M8.5 7.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
  people:
    "M3.5 19c0-3.5 2.5-5.5 5.5-5.5s5.5 2 5.5 5.5M6 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15 5.3a3 3 0 0 1 0 5.4M17 13.9c2.2.7 3.5 2.5 3.5 5.1",
  price: "M4 5h7.5L20 13.5 13.5 20 4 11.5ZM8 8.5v.1",
  clock: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12H16",
  message: "M4 6h16v10H11l-4 3.5V16H4Z",
  chat: "M4 5h16v11H11l-4 3.5V16H4ZM8.5 10.5h.1M12 10.5h.1M15.5 10.5h.1",
  mail: "M4 6h16v12.5H4ZM4.5 7l7.5 6 7.5-6",
  settings:
    "M5 7h9M18 7h1M5 12h2M11 12h8M5 17h7M16 17h3M14 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  chart: "M4 20h16M7 16.5v-5M12 16.5V5M17 16.5V9",
  flag: "M6 21V4h12l-3 4 3 4H6",
  key: "M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12.5L19.5 4M16 7.5l2.5 2.5",
  bell: "M6 17h12l-1.5-2.5V11a4.5 4.5 0 0 0-9 0v3.5ZM10.5 20h3",
  leave: "M10 5H5v14h5M14 8l4.5 4-4.5 4M9 12h9",
  more: "M5 7h14M5 12h14M5 17h14",
  dots: "M5 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M17 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
  plus: "M12 5v14M5 12h14",
  cross: "M6 6l12 12M18 6L6 18",
  pin: "M12 21c-4-4.5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6.5-6 11ZM10 10a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  phone:
    "M4.8 3.6h3.6l1.8 4.8-2.4 1.8a12 12 0 0 0 6 6l1.8-2.4 4.8 1.8v3.6a1.8 1.8 0 0 1-1.8 1.8A15 15 0 0 1 3 5.4 1.8 1.8 0 0 1 4.8 3.6Z",
  find: "M5 11a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15.5 15.5L20 20",
};

export type IconName = keyof typeof PATHS;

/** A sign in our line, beside words that say the same. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames("size-5 shrink-0", className)}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
