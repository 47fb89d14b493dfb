import type { ReactNode } from "react";
import { href } from "react-router";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";

export function SettingHeading({ title, intro }: { title: string; intro?: ReactNode }) {
  return (
    <>
      <BackLink to={href("/admin/settings")}>All settings</BackLink>
      <PageHeading title={title} intro={intro} />
      <SavedNotice />
    </>
  );
}
