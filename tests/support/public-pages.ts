/** Every page that anybody may read, and one that is not there: what must hold on each of them is tried on all. */
export const PUBLIC_PAGES = [
  ...["/", "/about", "/services", "/services/deep-tissue-massage", "/contact", "/book", "/login", "/my-appointment"],
  ...["/faq", "/policies/cancellations", "/policies/privacy", "/policies/cookies", "/policies/terms"],
  ...["/accessibility", "/complaints", "/nowhere"],
];

/** The address that is nowhere answers 404, and the browser says so. */
export const NOWHERE_SAYS_SO = [/Failed to load resource.*404/];
