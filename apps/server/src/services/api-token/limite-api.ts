import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { startOfJanela } from "../limite/limite.rules.ts";

/** Calls and file downloads of one token per window, over all protocols. */
export type LimitesApi = { chamadasMax: number; arquivosMax: number };
export const LIMITES_API: LimitesApi = { chamadasMax: 1_200, arquivosMax: 2_400 };
const JANELA_MS = 60_000;

/** Use of a token in its window. segundos: until the next window. */
export type UsoApi = { max: number; restam: number; segundos: number };

/** What is counted. limites: replaces the default limits; tell: callback that receives the use. */
export type Medida = {
  isArquivo?: boolean;
  limites?: LimitesApi;
  tell?(uso: UsoApi): void;
};

/**
 * Counts a call against its token, over all protocols and processes.
 * @throws {Refusal} restLimite beyond the limit
 */
export async function countChamadaApi(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  tokenId: string,
  { isArquivo = false, limites = LIMITES_API, tell }: Medida,
): Promise<void> {
  const agora = clock.now();
  const janela = startOfJanela(agora, JANELA_MS);
  const max = isArquivo ? limites.arquivosMax : limites.chamadasMax;
  const usos = await database.portaria.countUso(`api${isArquivo ? "-arquivo" : ""}:${tokenId}`, janela);
  const segundos = Math.max(1, Math.ceil((janela.getTime() + JANELA_MS - agora.getTime()) / 1_000));
  tell?.({ max, restam: Math.max(0, max - usos), segundos });
  if (usos > max) throw new Refusal("restLimite", { values: { segundos } });
}
