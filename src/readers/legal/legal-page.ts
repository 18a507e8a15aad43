import type { SitePage } from "../page/document.ts";

/** A page that names the legal entity behind a site. */
export type LegalPageKind = "home" | "imprint" | "terms" | "privacy" | "about";
export type LegalPage = SitePage & { kind: LegalPageKind };
