import type { Db } from "../../db/index.ts";
import type { CaixaConexao } from "./caixa-email.rules.ts";

export type CaixaRow = CaixaConexao & {
  id: string;
  descricao: string;
  ultimaColeta: Date | null;
  ultimoErro: string | null;
  ultimoErroEm: Date | null;
  proximaColeta: Date | null;
  isColetando: boolean;
};

const CONEXAO = { id: true, tipo: true, servidor: true, porta: true, usuario: true } as const;

/** The conta's mailboxes with what their coleta is doing. */
export async function findCaixas(db: Db, contaId: string): Promise<CaixaRow[]> {
  const caixas = await db.caixaEmail.findMany({
    where: { contaId, apagadaEm: null },
    select: { ...CONEXAO, descricao: true, ultimaColeta: true, ultimoErro: true, ultimoErroEm: true },
  });
  const abertas = await db.tarefa.findMany({
    where: { contaId, tipo: "poll", estado: { in: ["pendente", "entregue"] } },
    select: { alvo: true, estado: true, venceEm: true },
  });
  const coletas = new Map(abertas.map((tarefa) => [tarefa.alvo, tarefa]));
  return caixas.map(({ tipo, ...caixa }) => {
    const coleta = coletas.get(caixa.id);
    const isColetando = coleta?.estado === "entregue";
    return {
      ...caixa,
      tipo: tipoOf(tipo),
      isColetando,
      proximaColeta: isColetando ? null : (coleta?.venceEm ?? null),
    };
  });
}

export type CaixaSelada = CaixaConexao & { id: string; senhaSelada: Uint8Array };

/** A mailbox with its password, still sealed. */
export async function findCaixaSelada(db: Db, contaId: string, id: string): Promise<CaixaSelada | null> {
  const found = await db.caixaEmail.findUnique({
    where: { contaId_id: { contaId, id }, apagadaEm: null },
    select: { ...CONEXAO, senhaSelada: true },
  });
  return found && { ...found, tipo: tipoOf(found.tipo) };
}

// The column's CHECK knows no third.
function tipoOf(tipo: string): CaixaConexao["tipo"] {
  return tipo === "spop3" ? "spop3" : "pop3";
}
