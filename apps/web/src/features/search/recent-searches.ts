import { useOwner } from "../../rpc/session/current-user.ts";
import { useStored } from "../../ui/state/stored-value.ts";

const RECENT_MAX = 5;

/** The user's last searches in this browser, newest first. */
export function useRecentSearches(): {
  recentes: readonly string[];
  add: (text: string) => void;
  forget: () => void;
} {
  const [recentes, set] = useStored("buscas", useOwner(), parseRecentSearches);
  return { recentes, add: (text) => set(addRecentSearch(recentes, text)), forget: () => set(null) };
}

export function parseRecentSearches(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => typeof each === "string").slice(0, RECENT_MAX);
}

/** Adds a search: newest first, without duplicates in any letter case. */
export function addRecentSearch(recentes: readonly string[], text: string): string[] {
  const trimmed = text.trim();
  const same = trimmed.toLocaleLowerCase("pt-BR");
  const others = recentes.filter((each) => each.toLocaleLowerCase("pt-BR") !== same);
  return [trimmed, ...others].slice(0, RECENT_MAX);
}
