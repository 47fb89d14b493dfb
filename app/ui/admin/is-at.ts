/**
 * Whether an admin link leads to this page or to a parent of it. The lists at /appointments and /users have their
 * details under /admin, which their own address does not cover.
 */
export function isAt(link: string, pathname: string): boolean {
  if (link === "/admin") return pathname === link;
  const addresses = link.startsWith("/admin/") ? [link] : [link, `/admin${link}`];
  return addresses.some((address) => pathname === address || pathname.startsWith(`${address}/`));
}
