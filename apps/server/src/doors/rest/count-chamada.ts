import type { Response } from "express";
import type { AppContext } from "../../app-context.ts";
import { startOfJanela } from "../../services/limite/limite.rules.ts";
import { Problema } from "./problema.ts";

/** Calls, and downloads of files, that one token may make in a window. */
export type LimitesRest = { chamadasMax: number; arquivosMax: number };
export const LIMITES_REST: LimitesRest = { chamadasMax: 1_200, arquivosMax: 2_400 };
const JANELA_MS = 60_000;

/** Counts a call against its token and tells how many are left. @throws {Problema} restLimite beyond them */
export async function countChamada(
  { clock, database }: AppContext,
  res: Response,
  { tokenId, isArquivo, limites }: { tokenId: string; isArquivo: boolean; limites: LimitesRest },
): Promise<void> {
  const agora = clock.now();
  const janela = startOfJanela(agora, JANELA_MS);
  const max = isArquivo ? limites.arquivosMax : limites.chamadasMax;
  const usos = await database.portaria.countUso(`rest${isArquivo ? "-arquivo" : ""}:${tokenId}`, janela);
  const segundos = Math.max(1, Math.ceil((janela.getTime() + JANELA_MS - agora.getTime()) / 1_000));
  const told = { Limit: max, Remaining: Math.max(0, max - usos), Reset: segundos };
  for (const [name, value] of Object.entries(told)) {
    res.set(`RateLimit-${name}`, String(value)).set(`X-RateLimit-${name}`, String(value));
  }
  if (usos <= max) return;
  throw new Problema(429, "restLimite", {
    values: { segundos },
    headers: { "Retry-After": String(segundos) },
  });
}
