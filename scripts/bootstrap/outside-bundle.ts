/**
 * Packages that are not in the server's bundle: what few starts need (`scripts/late-libraries.test.ts`), what there must
 * be only one of for the bundle and the commands that open it, and what finds files of its own.
 */
export const OUTSIDE = [
  ...["@scure/base", "@scure/bip39", "@zip.js/zip.js", "age-encryption", "aws4fetch", "date-holidays", "imapflow"],
  ...["fxa-common-password-list", "nodemailer", "pdfkit", "postal-mime", "sharp", "ssh2", "ssh2-sftp-client"],
  ...["subset-font", "tar", "web-push", "pg-native", "pino"],
  ...["react", "react-dom", "react-router"],
];
