import { useEffect, useEffectEvent } from "react";
import { type KeyHandlers, useShortcuts } from "../overlay/shortcuts.ts";

/** Selects the link that opens a row; J and K move the focus between these. */
const ROW_LINK = "[data-abrir]";

/** Moves the focus to the next or previous row of the list on screen. */
export function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW_LINK)];
  if (rows.length === 0) return;
  const row = document.activeElement?.closest("[data-linha]");
  const at = rows.findIndex((link) => link === document.activeElement || (row?.contains(link) ?? false));
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  const link = rows[Math.max(0, Math.min(next, rows.length - 1))];
  link?.focus({ preventScroll: true });
  link?.closest("[data-linha]")?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus to a row of the list on screen. */
export function focusRow(key: string): void {
  const row = document.querySelector<HTMLElement>(`[data-linha="${CSS.escape(key)}"]`);
  row?.querySelector<HTMLElement>(ROW_LINK)?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus between the controls of the focused row. @returns false without such a row */
export function moveInRow(step: 1 | -1): boolean {
  const { activeElement: active } = document;
  const row = active?.closest("[data-linha]");
  if (!row || !(active instanceof HTMLElement)) return false;
  const controls = [...row.querySelectorAll<HTMLElement>("a, button, input")];
  controls[controls.indexOf(active) + step]?.focus({ preventScroll: true });
  return true;
}

/** The row of the open document, and its position in the list it was opened from. */
let openRow: { id: string; lista: string; pos: number } | null = null;

/** Remembers the open row until its list is shown again. */
export function rememberOpenRow(id: string, start: { lista: string; pos: number } | null): void {
  openRow = start && { id, ...start };
}

/**
 * Focuses the row that was open, or the row now at its position when it has left the list.
 * @param listHref URL of the list on screen
 * @param firstPosition position in the list of its first row on screen, from 0
 */
function focusOpenRow(listHref: string, firstPosition: number): void {
  const was = openRow;
  openRow = null;
  if (was?.lista !== listHref || document.activeElement?.closest("input, textarea, select, [role=dialog]"))
    return;
  const rows = [...document.querySelectorAll<HTMLElement>(ROW_LINK)];
  const same = rows.find((link) => link.closest<HTMLElement>("[data-linha]")?.dataset.linha === was.id);
  const link =
    same ?? (was.pos < firstPosition ? undefined : rows[Math.min(was.pos - firstPosition, rows.length - 1)]);
  link?.focus({ preventScroll: true });
  link?.closest("[data-linha]")?.scrollIntoView({ block: "nearest" });
}

/** Focuses the row that was open, once the rows of its list are on screen. */
export function useFocusOpenRow(listHref: string, firstPosition: number, ready: boolean): void {
  const resume = useEffectEvent(() => focusOpenRow(listHref, firstPosition));
  useEffect(() => {
    if (ready) resume();
  }, [ready]);
}

/** The key of the focused row; null when none has the focus. */
export function focusedRow(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-linha]")?.dataset.linha ?? null;
}

/** Binds J and K to move over the rows of the list on screen; `extraKeys` adds keys of that list. */
export function useListKeys(extraKeys: KeyHandlers = {}): void {
  useShortcuts({ j: () => moveFocus(1), k: () => moveFocus(-1), ...extraKeys });
}
