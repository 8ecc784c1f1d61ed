import { useEffect, useEffectEvent } from "react";
import { type Teclas, useAtalhos } from "./atalhos.ts";

/** Selects the link that opens a row; J and K move the focus between these. */
const ABRIR = "[data-abrir]";

/** Moves the focus to the next or previous row of the list on screen. */
function focusLinha(passo: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ABRIR)];
  if (rows.length === 0) return;
  const row = document.activeElement?.closest("[data-linha]");
  const at = rows.findIndex((link) => link === document.activeElement || (row?.contains(link) ?? false));
  const next = at === -1 ? (passo === 1 ? 0 : rows.length - 1) : at + passo;
  const link = rows[Math.max(0, Math.min(next, rows.length - 1))];
  link?.focus({ preventScroll: true });
  link?.closest("[data-linha]")?.scrollIntoView({ block: "nearest" });
}

/** The row of the open document, and its position in the list it was opened from. */
let aberta: { id: string; lista: string; pos: number } | null = null;

/** Remembers the open row until its list is shown again. */
export function rememberLinha(id: string, partida: { lista: string; pos: number } | null): void {
  aberta = partida && { id, ...partida };
}

/**
 * Focuses the row that was open, or the row now at its position when it has left the list.
 * @param lista URL of the list on screen
 * @param inicio position in the list of its first row on screen, from 0
 */
function resumeLinha(lista: string, inicio: number): void {
  const was = aberta;
  aberta = null;
  if (was?.lista !== lista || document.activeElement?.closest("input, textarea, select, [role=dialog]"))
    return;
  const rows = [...document.querySelectorAll<HTMLElement>(ABRIR)];
  const same = rows.find((link) => link.closest<HTMLElement>("[data-linha]")?.dataset.linha === was.id);
  const link = same ?? (was.pos < inicio ? undefined : rows[Math.min(was.pos - inicio, rows.length - 1)]);
  link?.focus({ preventScroll: true });
  link?.closest("[data-linha]")?.scrollIntoView({ block: "nearest" });
}

/** Focuses the row that was open, once the rows of its list are on screen. */
export function useRetomarLinha(lista: string, inicio: number, ready: boolean): void {
  const resume = useEffectEvent(() => resumeLinha(lista, inicio));
  useEffect(() => {
    if (ready) resume();
  }, [ready]);
}

/** The key of the focused row; null when none has the focus. */
export function focusedLinha(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-linha]")?.dataset.linha ?? null;
}

/** Binds J and K to move over the rows of the list on screen; `mais` adds keys of that list. */
export function useTeclasDaLista(mais: Teclas = {}): void {
  useAtalhos({ j: () => focusLinha(1), k: () => focusLinha(-1), ...mais });
}
