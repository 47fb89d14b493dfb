import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";

/** The top of a page of settings. */
export function SettingHeading({ title, intro }: { title: string; intro?: ReactNode }) {
  return (
    <>
      <p className="mb-2">
        <Link to={href("/admin/settings")} className="prose-link">
          All settings
        </Link>
      </p>
      <PageHeading title={title} intro={intro} />
      <SavedNotice />
    </>
  );
}
