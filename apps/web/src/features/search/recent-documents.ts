import { useEffect } from "react";
import type { Nota } from "../../rpc/documents/queries.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { readStored, useStored, writeStored } from "../../ui/state/stored-value.ts";

/** What names a document that the user has opened. */
export type RecentDocument = Pick<Nota, "id" | "entradaSaida" | "tipoNota" | "numeroNota" | "nomeEmitente">;

const STORED_NAME = "documentos-abertos";
const RECENT_MAX = 5;

/** The documents that the user has opened last in this browser, newest first. */
export function useRecentDocuments(): readonly RecentDocument[] {
  return useStored(STORED_NAME, useOwner(), readRecent)[0];
}

/** Remembers an open document. */
export function useRememberDocument(nota: Nota): void {
  const owner = useOwner();
  const { id, entradaSaida, tipoNota, numeroNota, nomeEmitente } = nota;
  useEffect(() => {
    if (!owner) return;
    const others = readRecent(readStored(STORED_NAME, owner)).filter((each) => each.id !== id);
    const opened = { id, entradaSaida, tipoNota, numeroNota, nomeEmitente };
    writeStored(STORED_NAME, owner, [opened, ...others].slice(0, RECENT_MAX));
  }, [owner, id, entradaSaida, tipoNota, numeroNota, nomeEmitente]);
}

function readRecent(stored: unknown): readonly RecentDocument[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isRecent).slice(0, RECENT_MAX);
}

function isRecent(stored: unknown): stored is RecentDocument {
  return (
    typeof stored === "object" &&
    stored !== null &&
    ["id", "entradaSaida", "tipoNota", "numeroNota", "nomeEmitente"].every(
      (field) => typeof (stored as Record<string, unknown>)[field] === "string",
    )
  );
}
