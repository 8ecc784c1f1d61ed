import { type FlaggableNota, type FlagName, flagStateOf } from "./flag-state.ts";

/** A flag to set or to clear. */
export type FlagChange = { flag: FlagName; turnOn: boolean };

/**
 * The selected documents that the change affects, and how many are in quarantine. Documents already
 * in the requested state are skipped, so that undo does not clear flags set earlier.
 */
export function splitChangeable(
  notas: readonly FlaggableNota[],
  { flag, turnOn }: FlagChange,
): { changing: FlaggableNota[]; quarentena: number } {
  const free = notas.filter((nota) => !nota.quarentena);
  return {
    changing: free.filter((nota) => flagStateOf(nota, flag).isOn !== turnOn),
    quarentena: notas.length - free.length,
  };
}
