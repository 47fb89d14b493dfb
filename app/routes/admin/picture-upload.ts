import type { Upload } from "#app/media/commands.server.ts";

/** What the form of a picture was sent with; a file that is missing has no bytes. */
export async function uploadFrom(form: FormData): Promise<Upload> {
  return { bytes: await fileFrom(form, "file"), alt: String(form.get("alt") ?? "") };
}

export async function fileFrom(form: FormData, name: string): Promise<Uint8Array> {
  const file = form.get(name);
  return new Uint8Array(file instanceof File ? await file.arrayBuffer() : []);
}
