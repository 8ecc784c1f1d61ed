import type pg from "pg";

/** The product user; the database checks them at each call. */
export type Operador = { contaId: string; usuarioId: string };
type Pagina = { salto: number; limite: number };

/** Due work of one task type. feitas: successful in the last `minutos`. */
export type FilaRow = {
  tipo: string;
  esperando: number;
  desde: Date | null;
  emAndamento: number;
  feitas: number;
};

/** Filter of failures. desde: start for given-up work, unless de or ate is set. */
export type FalhaFiltro = {
  agora: Date;
  desde: Date;
  tipo: string | null;
  deQuem: string | null;
  estado: "tentando" | "desistiu" | null;
  de: Date | null;
  ate: Date | null;
};

/** causa: a failure code, or webhook:<FalhaWebhook>. url, status: of a webhook whose endpoint fails. */
export type FalhaRow = {
  contaId: string;
  id: string;
  tipo: string;
  alvo: string;
  estado: "tentando" | "desistiu";
  quando: Date;
  causa: string | null;
  cota: string;
  espera: string | null;
  falhas: number;
  ausencias: number;
  venceEm: Date | null;
  url: string | null;
  status: number | null;
  conta: string;
};

export type FalhaConta = { tipo: string; estado: "tentando" | "desistiu"; pedida: boolean; quantas: number };

export type EsperaRow = {
  contaId: string;
  conta: string;
  esperando: number;
  desde: Date;
  porFila: Record<string, number>;
};

export type CaixaVista = {
  id: string;
  contaId: string;
  conta: string;
  endereco: string;
  servidor: string;
  causa: string | null;
  erroDesde: Date | null;
  ultimaColeta: Date | null;
  avisadaEm: Date | null;
};

export type CertificadoVisto = {
  id: string;
  contaId: string;
  conta: string;
  nome: string;
  validoAte: Date;
  avisadaEm: Date | null;
};

export type ResumoOperador = {
  caixas: number;
  caixasComErro: number;
  contasComErro: number;
  certificados: number;
  certificadoFim: Date | null;
};

/** A pause of polling for all mailboxes. */
export type Pausa = { desde: Date; quem: string; motivo: string | null };

/** Bytes of one kind at the end of a day (yyyy-MM-dd). */
export type MedidaArmazenamento = { dia: string; tipo: string; bytes: number; medidoEm: Date };

export type AtoRow = {
  id: string;
  quando: Date;
  usuario: string;
  conta: string;
  acao: string;
  detalhe: string | null;
};

/** An act to record. alvo: the id of its object. */
export type AtoNovo = { id: string; agora: Date; acao: string; alvo: string; detalhe: string | null };

/** Finished attempts of one minute, by task type. */
export type TrabalhoFeito = { tipo: string; feitas: number; falhas: number };

/** Queries and acts of product users; empty for any other user. */
export type PortariaOperador = {
  /** ve: sees all contas; manda: may change global settings. */
  findOperador(quem: Operador): Promise<{ ve: boolean; manda: boolean }>;
  findFilas(quem: Operador, o: { agora: Date; minutos: number }): Promise<FilaRow[]>;
  /** ids: only those; null = all that match the filter. */
  findFalhas(
    quem: Operador,
    filtro: FalhaFiltro,
    o: Pagina & { ids: readonly string[] | null },
  ): Promise<FalhaRow[]>;
  countFalhas(quem: Operador, filtro: FalhaFiltro): Promise<FalhaConta[]>;
  findEsperas(quem: Operador, o: Pagina & { agora: Date }): Promise<{ rows: EsperaRow[]; total: number }>;
  findCaixasVistas(
    quem: Operador,
    o: Pagina & { erro: boolean },
  ): Promise<{ rows: CaixaVista[]; total: number }>;
  findCertificadosVistos(
    quem: Operador,
    o: Pagina & { antes: Date },
  ): Promise<{ rows: CertificadoVisto[]; total: number }>;
  findResumo(quem: Operador, antes: Date): Promise<ResumoOperador>;
  /** The pause, readable for all; null = none. */
  findPausa(): Promise<Pausa | null>;
  /** @returns false without permission */
  setPausa(
    quem: Operador,
    o: { id: string; agora: Date; pausada: boolean; motivo: string | null },
  ): Promise<boolean>;
  findAtos(quem: Operador, pagina: Pagina): Promise<{ rows: AtoRow[]; total: number }>;
  /** Whether the user may see that conta. */
  reachesConta(quem: Operador, deQuem: string): Promise<boolean>;
  /** @returns false when the user is no operator */
  noteAto(quem: Operador, ato: AtoNovo): Promise<boolean>;
  /** Adds the finished attempts of a process in one minute. */
  addTrabalho(o: { minuto: Date; executor: number; feito: readonly TrabalhoFeito[] }): Promise<void>;
  measureArmazenamento(agora: Date): Promise<void>;
  /** Measurements of the last days, oldest first, of all contas together. */
  findArmazenamento(dias?: number): Promise<MedidaArmazenamento[]>;
};

const DIAS = 31;

export function createPortariaOperador(pool: Pick<pg.Pool, "query">): PortariaOperador {
  const all = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows;
  const paged = async <T extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<{ rows: T[]; total: number }> => {
    const rows = await all<T & { total: number }>(text, values);
    return { rows, total: rows[0]?.total ?? 0 };
  };
  return {
    ...createActs(all, paged),
    ...createFailures(all),
    findFilas: ({ contaId, usuarioId }, { agora, minutos }) =>
      all(
        `SELECT tipo, esperando, desde, em_andamento AS "emAndamento", feitas FROM portaria_operador_filas($1, $2, $3, $4)`,
        [contaId, usuarioId, agora, minutos],
      ),
    findEsperas: ({ contaId, usuarioId }, { agora, salto, limite }) =>
      paged(
        `SELECT conta_id AS "contaId", conta, esperando, desde, por_fila AS "porFila", total
         FROM portaria_operador_esperas($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, agora, salto, limite],
      ),
    findCaixasVistas: ({ contaId, usuarioId }, { erro, salto, limite }) =>
      paged(
        `SELECT id, conta_id AS "contaId", conta, endereco, servidor, causa, erro_desde AS "erroDesde", ultima_coleta AS "ultimaColeta",
           avisada_em AS "avisadaEm", total FROM portaria_operador_caixas($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, erro, salto, limite],
      ),
    findCertificadosVistos: ({ contaId, usuarioId }, { antes, salto, limite }) =>
      paged(
        `SELECT id, conta_id AS "contaId", conta, nome, valido_ate AS "validoAte", avisada_em AS "avisadaEm", total
         FROM portaria_operador_certificados($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, antes, salto, limite],
      ),
    findResumo: async ({ contaId, usuarioId }, antes) => {
      const [row] = await all<ResumoOperador>(
        `SELECT caixas, caixas_com_erro AS "caixasComErro", contas_com_erro AS "contasComErro", certificados,
           certificado_fim AS "certificadoFim" FROM portaria_operador_resumo($1, $2, $3)`,
        [contaId, usuarioId, antes],
      );
      return row ?? { caixas: 0, caixasComErro: 0, contasComErro: 0, certificados: 0, certificadoFim: null };
    },
    addTrabalho: async ({ minuto, executor, feito }) => {
      await pool.query("SELECT portaria_trabalho_soma($1, $2, $3::text[], $4::integer[], $5::integer[])", [
        ...[minuto, executor, feito.map(({ tipo }) => tipo), feito.map(({ feitas }) => feitas)],
        feito.map(({ falhas }) => falhas),
      ]);
    },
    measureArmazenamento: async (agora) => {
      await pool.query("SELECT portaria_armazenamento_mede($1)", [agora]);
    },
    findArmazenamento: (dias = DIAS) =>
      all(`SELECT dia, tipo, bytes, medido_em AS "medidoEm" FROM portaria_armazenamento($1)`, [dias]),
  };
}

type All = <T extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<T[]>;
type Paged = <T extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
) => Promise<{ rows: T[]; total: number }>;
type Acts = Pick<
  PortariaOperador,
  "findOperador" | "findPausa" | "setPausa" | "findAtos" | "reachesConta" | "noteAto"
>;

function createActs(all: All, paged: Paged): Acts {
  const isDone = async (text: string, values: unknown[]): Promise<boolean> =>
    (await all<{ done: boolean | null }>(`SELECT ${text} AS done`, values))[0]?.done ?? false;
  return {
    findOperador: async ({ contaId, usuarioId }) => {
      const [row] = await all<{ ve: boolean; manda: boolean }>(
        "SELECT ve, manda FROM portaria_operador($1, $2)",
        [contaId, usuarioId],
      );
      return row ?? { ve: false, manda: false };
    },
    findPausa: async () =>
      (await all<Pausa>("SELECT desde, quem, motivo FROM portaria_pausa()", []))[0] ?? null,
    setPausa: ({ contaId, usuarioId }, { id, agora, pausada, motivo }) =>
      isDone("portaria_operador_pausa($1, $2, $3, $4, $5, $6)", [
        ...[contaId, usuarioId, id, agora, pausada, motivo],
      ]),
    findAtos: ({ contaId, usuarioId }, { salto, limite }) =>
      paged(
        "SELECT id, quando, usuario, conta, acao, detalhe, total FROM portaria_operador_atos($1, $2, $3, $4)",
        [contaId, usuarioId, salto, limite],
      ),
    reachesConta: ({ contaId, usuarioId }, deQuem) =>
      isDone("portaria_operador_alcanca($1, $2, $3)", [contaId, usuarioId, deQuem]),
    noteAto: ({ contaId, usuarioId }, { id, agora, acao, alvo, detalhe }) =>
      isDone("portaria_operador_anota($1, $2, $3, $4, $5, $6, $7)", [
        ...[contaId, usuarioId, id, agora, acao, alvo, detalhe],
      ]),
  };
}

function createFailures(all: All): Pick<PortariaOperador, "findFalhas" | "countFalhas"> {
  const valuesOf = ({ contaId, usuarioId }: Operador, f: FalhaFiltro): unknown[] => [
    ...[contaId, usuarioId, f.agora, f.desde, f.tipo, f.deQuem, f.estado, f.de, f.ate],
  ];
  return {
    findFalhas: (quem, filtro, { ids, salto, limite }) =>
      all(
        `SELECT conta_id AS "contaId", id, tipo, alvo, estado, quando, causa, cota, espera, falhas, ausencias, vence_em AS "venceEm", url, status, conta
         FROM portaria_operador_falhas($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid[], $11, $12)`,
        [...valuesOf(quem, filtro), ids, salto, limite],
      ),
    countFalhas: (quem, filtro) =>
      all(
        "SELECT tipo, estado, pedida, quantas FROM portaria_operador_falhas_conta($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        valuesOf(quem, filtro),
      ),
  };
}
