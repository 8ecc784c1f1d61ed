import { useEffect, useEffectEvent } from "react";
import { type Teclas, useAtalhos } from "./atalhos.ts";

/** What opens a row of a list; the focus walks over these. */
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

/** The row of the document on screen, and its place in the list that it was opened from. */
let aberta: { id: string; lista: string; pos: number } | null = null;

/** Keeps which row is open, for when its list comes back. */
export function rememberLinha(id: string, partida: { lista: string; pos: number } | null): void {
  aberta = partida && { id, ...partida };
}

/**
 * Gives the focus to the row that was open; if it left the list meanwhile, to the one in its place.
 * @param lista address of the list on screen
 * @param inicio place in the list of its first row on screen, from 0
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

/** Once the rows of a list are on screen, the one that was open has the focus again. */
export function useRetomarLinha(lista: string, inicio: number, ready: boolean): void {
  const resume = useEffectEvent(() => resumeLinha(lista, inicio));
  useEffect(() => {
    if (ready) resume();
  }, [ready]);
}

/** The key of the row that has the focus; null when none has. */
export function focusedLinha(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-linha]")?.dataset.linha ?? null;
}

/** J and K walk over the rows of the list on screen; `mais` are the keys of that list alone. */
export function useTeclasDaLista(mais: Teclas = {}): void {
  useAtalhos({ j: () => focusLinha(1), k: () => focusLinha(-1), ...mais });
}
