/** What the frame of every page shows. Plain text and addresses, ready to show. */
export type Site = {
  /** Where the site stands: `https://…` without a path. */
  origin: string;
  name: string;
  blurb: string;
  phone: { href: string; label: string };
  email: string;
  addressLines: string[];
  chatUrl: string;
  socials: { label: string; url: string }[];
  smallPrint: string;
  year: number;
  demo: boolean;
};

/** Who is looking, as far as the frame needs to know. */
export type Viewer = { admin: boolean } | null;

export type NavLink = { to: string; label: string };
