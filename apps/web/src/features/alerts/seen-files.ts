import { serverNow } from "../../network/clock.ts";
import type { WatchedFile } from "../../rpc/files/watched-files.ts";
import { type Owner, readStored, writeStored } from "../../ui/state/stored-value.ts";

/** Storage key in this browser. */
export const FILES_KEY = "avisos-arquivos";

const FILES_MAX = 10;
const WEEK_MS = 7 * 86_400_000;

/** A requested file or lote whose outcome the user has seen; `nome` is null if it failed. */
export type SeenFile = { tipo: WatchedFile["tipo"] | "lote"; id: string } & {
  nome: string | null;
  mensagem: string | null;
  quando: string;
};

/** Stores a file for the panel of alerts. */
export function addSeenFile(owner: Owner, file: SeenFile): void {
  const others = readSeenFiles(readStored(FILES_KEY, owner)).filter(({ id }) => id !== file.id);
  writeStored(FILES_KEY, owner, [file, ...others].slice(0, FILES_MAX));
}

/** The stored files of the last week; older ones are dropped. */
export function readSeenFiles(value: unknown): SeenFile[] {
  return Array.isArray(value) ? value.filter(isSeenFile) : [];
}

function isSeenFile(each: unknown): each is SeenFile {
  if (typeof each !== "object" || each === null) return false;
  const { tipo, id, nome, quando } = each as Record<string, unknown>;
  const fresh = typeof quando === "string" && serverNow().getTime() - Date.parse(quando) < WEEK_MS;
  return (
    fresh &&
    typeof id === "string" &&
    (tipo === "exportacao" || tipo === "repositorio" || tipo === "lote") &&
    (nome === null || typeof nome === "string")
  );
}
