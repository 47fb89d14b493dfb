import { href } from "react-router";
import { imageOf, type Picture } from "#app/media/picture.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";

type Props = {
  list: "services" | "therapists";
  id: string;
  picture: Picture | null;
  name: string;
  alt?: string;
  errors?: FieldErrors;
};

export function OwnPicture({ list, id, picture, name, ...reply }: Props) {
  return (
    <PicturePanel
      of={name}
      image={picture && imageOf(picture)}
      shown={picture?.id ?? ""}
      none={list === "services" ? "Visitors see our drawing." : ""}
      action={`${href("/admin/media")}?${new URLSearchParams({ list, id })}`}
      {...reply}
    />
  );
}
