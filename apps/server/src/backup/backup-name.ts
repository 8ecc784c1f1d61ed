import { DEFAULT_ZONE, formatDateTime } from "@malote/syntax";
import { MANIFESTS_PREFIX } from "./manifest.ts";

/** Formats an instant for the operator, in Brasília time. */
export const showInstant = (iso: string): string => formatDateTime(new Date(iso), DEFAULT_ZONE);

/** The parts of a manifest's key. em: ISO 8601, to the second. */
export type BackupName = { key: string; id: string; em: string };

const KEY = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f-]{36})$/;

/** @returns null when the key is not that of a manifest */
export function readManifestKey(key: string): BackupName | null {
  const [, year, month, day, hour, minute, second, id] = KEY.exec(key.slice(MANIFESTS_PREFIX.length)) ?? [];
  if (!key.startsWith(MANIFESTS_PREFIX) || id === undefined) return null;
  return { key, id, em: `${year}-${month}-${day}T${hour}:${minute}:${second}Z` };
}

/** Shows a backup's time and id. Needs only the key, so it works for a manifest that does not open. */
export function showBackup(key: string): string {
  const name = readManifestKey(key);
  return name === null ? key : `${showInstant(name.em)}  ${name.id}`;
}
