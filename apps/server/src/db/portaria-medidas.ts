import type pg from "pg";

/** What the house has to do and has kept, over all contas. */
export type MedidaCasa = {
  tarefas: { tipo: string; estado: string; quantas: number }[];
  /** By the name of the breaker: authorizer and service. */
  disjuntores: { disjuntor: string; aberto: boolean }[];
  uso: { de: string; quanto: number }[];
};

export type PortariaMedidas = {
  measure(agora: Date): Promise<MedidaCasa>;
  /** Names of the migrations that were applied whole. */
  findMigracoes(): Promise<string[]>;
};

type Linha = { medida: string; rotulo: string; estado: string; valor: number };

export function createPortariaMedidas(pool: pg.Pool): PortariaMedidas {
  return {
    measure: async (agora) => {
      const { rows } = await pool.query<Linha>(
        "SELECT medida, rotulo, estado, valor FROM portaria_medidas($1)",
        [agora],
      );
      const of = (medida: string): Linha[] => rows.filter((row) => row.medida === medida);
      return {
        tarefas: of("tarefa").map(({ rotulo, estado, valor }) => ({ tipo: rotulo, estado, quantas: valor })),
        disjuntores: of("disjuntor").map(({ rotulo, valor }) => ({ disjuntor: rotulo, aberto: valor > 0 })),
        uso: of("uso").map(({ rotulo, valor }) => ({ de: rotulo, quanto: valor })),
      };
    },
    findMigracoes: async () => {
      const { rows } = await pool.query<{ nome: string }>(
        `SELECT migration_name AS nome FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
      );
      return rows.map(({ nome }) => nome);
    },
  };
}
