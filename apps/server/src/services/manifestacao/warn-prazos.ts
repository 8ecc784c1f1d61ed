import { PRAZO_AVISO_DIAS } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { notifyPrazos } from "../webhook/notify-prazos.ts";
import { findAVencer, type NotaAVencer, saveAvisos } from "./aviso-prazo.rows.ts";
import { findAvisoDoPrazo, findJanelas } from "./aviso-prazo.rules.ts";
import { CONFIRMADA, prazoOf } from "./manifestacao.rules.ts";

/** Documents of one conta per round; the rest waits for the next round. */
const NOTAS_MAX = 1_000;

/** A document with its deadline and its notice. */
export type PrazoAVencer = NotaAVencer & { ate: Date; dias: number };

/**
 * Notifies of received NF-e whose deadline for a conclusive manifestação is in 15 or 3 days: one e-mail
 * for each of the two, with the document count, and one webhook delivery per document.
 * @returns the number of documents
 */
export async function warnPrazos(sql: Sql, contaId: string, agora: Date): Promise<number> {
  const devidas: PrazoAVencer[] = [];
  for (const janela of findJanelas(agora)) {
    const notas = await findAVencer(sql, contaId, { janela, limite: NOTAS_MAX });
    devidas.push(...notas.flatMap((nota) => toDevida(nota, agora)));
  }
  if (devidas.length === 0) return 0;
  for (const dias of PRAZO_AVISO_DIAS) {
    const destas = devidas.filter((each) => each.dias === dias);
    if (destas.length === 0) continue;
    await saveAvisos(sql, contaId, { ids: destas.map(({ id }) => id), dias });
    await mail(sql, contaId, { destas, dias, agora });
  }
  await notifyPrazos(sql, contaId, { prazos: devidas, agora });
  return devidas.length;
}

function toDevida(nota: NotaAVencer, agora: Date): PrazoAVencer[] {
  const ate = prazoOf(nota, CONFIRMADA);
  const dias = findAvisoDoPrazo(ate, nota.avisado, agora);
  return dias === null ? [] : [{ ...nota, ate, dias }];
}

type Carta = { destas: readonly PrazoAVencer[]; dias: number; agora: Date };

async function mail(sql: Sql, contaId: string, { destas, dias, agora }: Carta): Promise<void> {
  const [primeira] = destas.toSorted((a, b) => a.ate.getTime() - b.ate.getTime());
  if (!primeira) return;
  const { id: notaId, numeroNota, nomeEmitente, ate } = primeira;
  const dados = { dias, quantas: destas.length, primeira: { notaId, numeroNota, nomeEmitente, ate } };
  const ocasiao = `prazo-manifestacao ${notaId} ${dias}`;
  for (const para of await findResponsaveis(sql, contaId))
    await planEnvio(sql, contaId, { modelo: "prazo-manifestacao", ocasiao, para, dados, agora });
}
