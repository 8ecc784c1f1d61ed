/** The sections of the page, in the order of their tabs; the first is the default. */
export const SECTIONS = ["tokens", "webhooks", "exemplos", "uso"] as const;
export type Section = (typeof SECTIONS)[number];

/** The section that the address selects. */
export function readSection(params: URLSearchParams): Section {
  return SECTIONS.find((each) => each === params.get("secao")) ?? SECTIONS[0];
}

/** The address of a section. */
export function sectionHref(section: Section): string {
  return section === SECTIONS[0] ? "/admin?tab=api" : `/admin?tab=api&secao=${section}`;
}
