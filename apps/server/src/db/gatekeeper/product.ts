import type { Sender } from "../run-statement.ts";
import { boolean, instant, nullable, number, type RowOf, text, uuid } from "../text-columns.ts";
import { gatekeeperRows } from "./call.ts";

const CONTA_STATUS = {
  id: uuid,
  identificador: text,
  sandbox: boolean,
  abertaEm: instant,
  plano: number,
  documentos: number,
  emails: number,
  /** Stored this month. */
  bytes: number,
  caixas: number,
  caixasComErro: number,
  caixasSilenciosas: number,
  ultimaColeta: nullable(instant),
  ultimaCaptura: nullable(instant),
  /** Due tasks that no process has claimed. */
  espera: number,
  esperaDesde: nullable(instant),
  sequencia: number,
  publicadaEm: nullable(instant),
  webhooksDesligados: number,
};
/** Health and use of one conta. */
export type ContaStatus = RowOf<typeof CONTA_STATUS>;

/** The product user, the time and the page. */
export type ProductPage = { contaId: string; usuarioId: string; now: Date; salto: number; limite: number };

/** Queries of product users over all contas. */
export type GatekeeperProduct = {
  /** A page of contas and their number; empty if the user is not of the product. */
  findContaStatuses(page: ProductPage): Promise<{ contas: ContaStatus[]; total: number }>;
};

const findStatuses = gatekeeperRows("portaria_produto", 5, { ...CONTA_STATUS, contas: number });

export function createGatekeeperProduct(on: Sender): GatekeeperProduct {
  return {
    findContaStatuses: async ({ contaId, usuarioId, now, salto, limite }) => {
      const rows = await findStatuses(on, contaId, usuarioId, now, salto, limite);
      return { contas: rows.map(({ contas: _, ...conta }) => conta), total: rows[0]?.contas ?? 0 };
    },
  };
}
