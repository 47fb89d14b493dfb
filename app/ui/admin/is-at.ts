/**
 * Whether a page belongs to what a link of the admin area leads to: itself, and what lies under it. The lists at
 * /appointments and /users have their records under /admin, where the list's own address can't reach.
 */
export function isAt(link: string, pathname: string): boolean {
  if (link === "/admin") return pathname === link;
  const addresses = link.startsWith("/admin/") ? [link] : [link, `/admin${link}`];
  return addresses.some((address) => pathname === address || pathname.startsWith(`${address}/`));
}
