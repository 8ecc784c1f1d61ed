import type { FalhaCaixa } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import {
  type CaixaNoFim,
  countEmailsDaCaixa,
  findEnderecoDoDono,
  lockCaixa,
  saveSaude,
} from "./caixa-coleta.rows.ts";
import { nextSaude } from "./caixa-coleta.rules.ts";

/**
 * How a visit ended. falha: what the screen says of it; completa: the mailbox could be read, whatever one message did; novas: e-mails
 * that came in.
 */
export type FimColeta = {
  caixaId: string;
  completa: boolean;
  falha: FalhaCaixa | null;
  novas: number;
  agora: Date;
};

/** Ends a coleta: the mailbox's health, and the letter that its owner gets about it. */
export async function closeColeta(sql: Sql, contaId: string, fim: FimColeta): Promise<void> {
  const { caixaId, completa, falha, agora } = fim;
  const caixa = await lockCaixa(sql, contaId, caixaId);
  if (caixa === null) return;
  const { carta, ...saude } = nextSaude(caixa, completa ? null : falha, agora);
  await saveSaude(sql, contaId, { ...saude, caixaId, completa, falha, agora });
  if (carta === "caixa-com-erro")
    await writeErro(sql, contaId, { caixa, fim, desde: saude.erroDesde ?? agora });
  if (carta === "caixa-recuperada") await writeRecuperada(sql, contaId, { caixa, fim });
}

type Carta = { caixa: CaixaNoFim; fim: FimColeta };

async function writeErro(
  sql: Sql,
  contaId: string,
  { caixa, fim, desde }: Carta & { desde: Date },
): Promise<void> {
  const para = await findEnderecoDoDono(sql, contaId);
  if (para === null) return;
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

async function writeRecuperada(sql: Sql, contaId: string, { caixa, fim }: Carta): Promise<void> {
  const para = await findEnderecoDoDono(sql, contaId);
  if (para === null) return;
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
