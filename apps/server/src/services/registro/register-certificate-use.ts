import { DAY_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { startOfWindow } from "../rate-limit/window.rules.ts";
import { hasRegistro, insertRegistros } from "./registro.rows.ts";

/** Recorded uses that a process remembers. */
const REMEMBERED_MAX = 10_000;

const written = new Set<string>();

/** A certificate of a conta and its use. */
export type CertificateUse = { certificadoId: string; uso: string };

/** Records the use of a certificate once a day per kind of use, not per request. */
export async function registerCertificateUse(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  contaId: string,
  { certificadoId, uso }: CertificateUse,
): Promise<void> {
  const quando = clock.now();
  const desde = startOfWindow(quando, DAY_MS);
  const key = `${certificadoId} ${uso} ${desde.getTime()}`;
  if (written.has(key)) return;
  const act = { acao: "usar-certificado" as const, alvo: certificadoId, detalhe: uso };
  await database.withConta(contaId, async (db) => {
    if (await hasRegistro(db, contaId, { ...act, desde })) return;
    await insertRegistros(db, contaId, [{ quando, usuarioId: null, usuario: "Malote", ...act }]);
  });
  if (written.size >= REMEMBERED_MAX) written.clear();
  written.add(key);
}
