/** Thrown for an archive that can't be brought in; the message is for whoever typed its name. */
export class UnfitArchive extends Error {}
