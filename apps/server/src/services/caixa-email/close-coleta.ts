import type { FalhaCaixa } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { tellCaixa } from "../webhook/tell-caixa.ts";
import {
  type CaixaNoFim,
  countEmailsDaCaixa,
  findEnderecoDoDono,
  findUltimoAviso,
  lockCaixa,
  saveSaude,
} from "./caixa-coleta.rows.ts";
import { findMudancaDeSaude, nextSaude } from "./caixa-coleta.rules.ts";

/**
 * The end of a poll. falha: shown on the screen; completa: the mailbox could be read, even if one
 * message failed;
 * novas: new e-mails.
 */
export type FimColeta = {
  caixaId: string;
  completa: boolean;
  falha: FalhaCaixa | null;
  novas: number;
  agora: Date;
};

/**
 * Ends a poll: stores the mailbox's health, publishes its change and queues the e-mail to the owner.
 */
export async function closeColeta(sql: Sql, contaId: string, fim: FimColeta): Promise<void> {
  const { caixaId, completa, falha, agora } = fim;
  const caixa = await lockCaixa(sql, contaId, caixaId);
  if (caixa === null) return;
  const para = await findEnderecoDoDono(sql, contaId);
  const ultimoAviso = completa ? null : await findUltimoAviso(sql, contaId, caixaId);
  const { carta, ...saude } = nextSaude(
    caixa,
    { falha: completa ? null : (falha ?? "interna"), agora },
    { ultimoAviso, temLeitor: para !== null },
  );
  await saveSaude(sql, contaId, { ...saude, caixaId, completa, falha, agora });
  const causa = completa ? null : (falha ?? "interna");
  const estado = findMudancaDeSaude(caixa, causa);
  if (estado !== null) {
    const desde = saude.erroDesde ?? caixa.erroDesde ?? agora;
    await tellCaixa(sql, contaId, { caixaId, descricao: caixa.descricao, estado, causa, desde, agora });
  }
  if (para === null) return;
  if (carta === "caixa-com-erro")
    await writeErro(sql, contaId, { caixa, fim, para, desde: saude.erroDesde ?? agora });
  if (carta === "caixa-recuperada") await writeRecuperada(sql, contaId, { caixa, fim, para });
}

type Carta = { caixa: CaixaNoFim; fim: FimColeta; para: string };

async function writeErro(
  sql: Sql,
  contaId: string,
  { caixa, fim, para, desde }: Carta & { desde: Date },
): Promise<void> {
  const dados = {
    ...toAssunto(caixa, fim.caixaId),
    causa: fim.falha ?? "interna",
    erroDesde: desde,
    ultimaColeta: caixa.ultimaColeta,
    emailsTotal: await countEmailsDaCaixa(sql, contaId, fim.caixaId),
  };
  const ocasiao = `caixa-com-erro ${fim.caixaId} ${desde.toISOString()}`;
  await planEnvio(sql, contaId, { modelo: "caixa-com-erro", ocasiao, para, dados, agora: fim.agora });
}

async function writeRecuperada(sql: Sql, contaId: string, { caixa, fim, para }: Carta): Promise<void> {
  const erroDesde = caixa.erroDesde ?? fim.agora;
  const dados = {
    ...toAssunto(caixa, fim.caixaId),
    erroDesde,
    recuperadaEm: fim.agora,
    novas: fim.novas,
  };
  const ocasiao = `caixa-recuperada ${fim.caixaId} ${erroDesde.toISOString()}`;
  await planEnvio(sql, contaId, { modelo: "caixa-recuperada", ocasiao, para, dados, agora: fim.agora });
}

function toAssunto({ descricao, servidor, usuario }: CaixaNoFim, caixaId: string) {
  return { caixaId, descricao, servidor, usuario };
}
