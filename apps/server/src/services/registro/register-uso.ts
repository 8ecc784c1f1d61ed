import type { AppContext } from "../../app-context.ts";
import { startOfJanela } from "../limite/limite.rules.ts";
import { hasRegistro, insertRegistros } from "./registro.rows.ts";

const DIA_MS = 86_400_000;
/** Recorded uses that a process remembers. */
const LEMBRA_MAX = 10_000;

const written = new Set<string>();

/** A certificate of a conta and its use. */
export type UsoCertificado = { certificadoId: string; uso: string };

/** Records the use of a certificate once a day per kind of use, not per request. */
export async function registerUso(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  contaId: string,
  { certificadoId, uso }: UsoCertificado,
): Promise<void> {
  const quando = clock.now();
  const desde = startOfJanela(quando, DIA_MS);
  const key = `${certificadoId} ${uso} ${desde.getTime()}`;
  if (written.has(key)) return;
  const ato = { acao: "usar-certificado" as const, alvo: certificadoId, detalhe: uso };
  await database.withContaSql(contaId, async (sql) => {
    if (await hasRegistro(sql, contaId, { ...ato, desde })) return;
    await insertRegistros(sql, contaId, [{ quando, usuarioId: null, usuario: "Malote", ...ato }]);
  });
  if (written.size >= LEMBRA_MAX) written.clear();
  written.add(key);
}
