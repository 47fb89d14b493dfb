/**
 * What every page with a script needs comes in one file, and what many of them share in two others: half a kilobyte
 * takes a phone on a slow line as long as twenty. A group brings what its modules import: with what checks a form, zod
 * would come to the booking page, with the diary's dialogs all that they are made of, and with the health record its
 * questions and its drawing (docs/decisions/0630).
 */
export function sharedFiles(root: string) {
  // From the project's root: above it may be a folder called app, too.
  const inApp = (rest: string) => new RegExp(`^${RegExp.escape(root)}[\\\\/]app[\\\\/]${rest}`);
  return [
    {
      name: "framework",
      test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|vite[\\/]preload-helper/,
      priority: 2,
    },
    // Without styles: what only some pages wear would come with the script to all.
    { name: "ui", test: inApp("ui[\\\\/](?!admin).*\\.tsx?$"), minShareCount: 4 },
    // Each is so small that as a file of its own its headers would cost nearly as much.
    {
      name: "appointment",
      test: inApp(
        ".*[\\\\/](change-window|venue|coming-price-note|book-heading|use-wide|person-fields|saved-here)\\.tsx?$",
      ),
      priority: 1,
    },
    {
      name: "shared",
      test: inApp("(?!ui|routes|diary|health|payments|body-map|platform[\\\\/]form-schemas)"),
      minShareCount: 5,
    },
  ];
}
