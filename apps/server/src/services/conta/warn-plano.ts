import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { findContaComPlano } from "./conta.rows.ts";
import { findAviso, mesOf } from "./conta.rules.ts";
import { findUsos, saveAvisado } from "./uso.rows.ts";

/**
 * Alerts a conta's owner and administrators once a month per passed threshold of the plan.
 * Nothing is blocked: all documents are still stored.
 * @returns the number of alerts: 1 or 0
 */
export async function warnPlano(sql: Sql, contaId: string, agora: Date): Promise<number> {
  const conta = await findContaComPlano(sql, contaId);
  if (conta === null) return 0;
  const { plano } = conta;
  const mes = mesOf(agora, conta.uf);
  const [uso] = await findUsos(sql, contaId, [mes]);
  const parte = uso ? findAviso(uso, plano) : null;
  if (!uso || parte === null) return 0;
  await saveAvisado(sql, contaId, { mes, avisado: parte });
  const dados = { mes: mes.slice(0, 7), documentos: uso.documentos, plano, parte };
  const ocasiao = `plano-perto-do-limite ${mes} ${plano} ${parte}`;
  for (const para of await findResponsaveis(sql, contaId)) {
    await planEnvio(sql, contaId, { modelo: "plano-perto-do-limite", ocasiao, para, dados, agora });
  }
  return 1;
}
