/** An uploaded file, wherever it is stored until it is used. */
export type UploadedFile = {
  /** What its sender's computer calls it: for the page, never for a path. */
  name: string;
  /** In bytes, as far as it was read; over the limit it only means "too large". */
  size: number;
  /** This many bytes from an offset; fewer at the end. */
  read: (at: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  write: (at: number, bytes: Uint8Array) => Promise<void>;
};
