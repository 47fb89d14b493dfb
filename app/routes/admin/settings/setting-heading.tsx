import type { ReactNode } from "react";
import { href } from "react-router";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";

export function SettingHeading({ title, intro }: { title: string; intro?: ReactNode }) {
  return (
    <>
      <BackLink to={href("/admin/settings")}>All settings</BackLink>
      <PageHeading title={title} intro={intro} />
      <SavedNotice />
    </>
  );
}
