import { useEffect } from "react";
import { type Owner, useStored } from "../state/stored-value.ts";

/** Row densities of the lists. */
export const DENSITIES = ["normal", "compacta"] as const;
export type Density = (typeof DENSITIES)[number];

const STORED_NAME = "densidade";
/** Storage key of the last density in this browser: the first paint uses it before the user is known. */
const LAST_DENSITY_KEY = "malote-densidade";

/**
 * The user's density for all lists; the stylesheets read it from the root element.
 * @param owner null until known
 */
export function useDensity(owner: Owner | null): [Density, (density: Density) => void] {
  const [density, setDensity] = useStored(STORED_NAME, owner, readDensity);
  useEffect(() => {
    if (owner) applyDensity(density);
  }, [owner, density]);
  return [density, setDensity];
}

function readDensity(value: unknown): Density {
  return DENSITIES.find((each) => each === value) ?? "normal";
}

function applyDensity(density: Density): void {
  document.documentElement.dataset.densidade = density;
  try {
    localStorage.setItem(LAST_DENSITY_KEY, density);
  } catch {
    // Without storage the next visit starts with normal rows.
  }
}

try {
  document.documentElement.dataset.densidade = readDensity(localStorage.getItem(LAST_DENSITY_KEY));
} catch {
  // Without storage the rows are normal.
}
