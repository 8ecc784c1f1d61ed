/** What opens a row of a list; the focus walks over these. */
const ABRIR = "[data-abrir]";

/** Moves the focus to the next or previous row of the list on screen. */
export function focusLinha(passo: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ABRIR)];
  if (rows.length === 0) return;
  const row = document.activeElement?.closest("[data-linha]");
  const at = rows.findIndex((link) => link === document.activeElement || (row?.contains(link) ?? false));
  const next = at === -1 ? (passo === 1 ? 0 : rows.length - 1) : at + passo;
  const link = rows[Math.max(0, Math.min(next, rows.length - 1))];
  link?.focus({ preventScroll: true });
  link?.closest("[data-linha]")?.scrollIntoView({ block: "nearest" });
}

/** The key of the row that has the focus; null when none has. */
export function focusedLinha(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-linha]")?.dataset.linha ?? null;
}

/** Presses the pager of the list on screen. */
export function clickPagina(qual: "anterior" | "proxima"): void {
  document.querySelector<HTMLButtonElement>(`[data-pagina="${qual}"]:not(:disabled)`)?.click();
}
