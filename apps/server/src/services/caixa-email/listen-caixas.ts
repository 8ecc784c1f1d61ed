import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { tellCaixa } from "../webhook/tell-caixa.ts";
import { findEnderecoDoDono } from "./caixa-coleta.rows.ts";
import { findSilencio, HABITO_DIAS, toDias } from "./caixa-coleta.rules.ts";
import { type CaixaOuvida, findCaixasOuvidas, findHabito, saveSilencio } from "./caixa-silencio.rows.ts";

const DAY_MS = 86_400_000;

/**
 * Checks each mailbox of a conta for unusual silence and notifies the owner once. New mail ends the
 * silence (endSilencio), not this check: the usual pauses leave the window of statistics.
 * @returns the number of newly silent mailboxes
 */
export async function listenCaixas(sql: Sql, contaId: string, agora: Date): Promise<number> {
  let changed = 0;
  for (const caixa of await findCaixasOuvidas(sql, contaId, agora)) {
    changed += Number(await listen(sql, contaId, { caixa, agora }));
  }
  return changed;
}

type Ouvida = { caixa: CaixaOuvida; agora: Date };

async function listen(sql: Sql, contaId: string, { caixa, agora }: Ouvida): Promise<boolean> {
  const since = new Date(agora.getTime() - HABITO_DIAS * DAY_MS);
  const habito = await findHabito(sql, contaId, { caixaId: caixa.id, desde: since });
  const desde = findSilencio(habito, agora);
  if (desde === null) return false;
  await saveSilencio(sql, contaId, { caixaId: caixa.id, desde });
  const about = { caixaId: caixa.id, descricao: caixa.descricao, causa: null, desde, agora };
  await tellCaixa(sql, contaId, { ...about, estado: "silenciosa" });
  const para = await findEnderecoDoDono(sql, contaId);
  if (para === null) return true;
  const { id: caixaId, descricao, servidor, usuario } = caixa;
  const costumeDias = toDias(habito.maiorPausaMs);
  const diasSemEmail = toDias(agora.getTime() - desde.getTime());
  const dados = { caixaId, descricao, servidor, usuario, ultimoEmailEm: desde, diasSemEmail, costumeDias };
  const ocasiao = `caixa-silenciosa ${caixaId} ${desde.toISOString()}`;
  await planEnvio(sql, contaId, { modelo: "caixa-silenciosa", ocasiao, para, dados, agora });
  return true;
}
