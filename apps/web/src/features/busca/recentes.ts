import { useDono } from "../../rpc/atual.ts";
import { useGuardado } from "../../ui/guardado.ts";

const RECENTES_MAX = 5;

/** The user's last searches in this browser, newest first. */
export function useRecentes(): {
  recentes: readonly string[];
  add: (texto: string) => void;
  forget: () => void;
} {
  const [recentes, set] = useGuardado("buscas", useDono(), readRecentes);
  return { recentes, add: (texto) => set(addRecente(recentes, texto)), forget: () => set(null) };
}

export function readRecentes(valor: unknown): string[] {
  if (!Array.isArray(valor)) return [];
  return valor.filter((each) => typeof each === "string").slice(0, RECENTES_MAX);
}

/** Adds a search: newest first, without duplicates in any letter case. */
export function addRecente(recentes: readonly string[], texto: string): string[] {
  const limpo = texto.trim();
  const same = limpo.toLocaleLowerCase("pt-BR");
  const others = recentes.filter((each) => each.toLocaleLowerCase("pt-BR") !== same);
  return [limpo, ...others].slice(0, RECENTES_MAX);
}
