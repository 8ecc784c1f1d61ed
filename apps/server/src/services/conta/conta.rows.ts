import type { Db } from "../../db/index.ts";

export type ContaRow = {
  id: string;
  identificador: string;
  tipoPessoa: "Física" | "Jurídica";
  uf: string;
  sandbox: boolean;
};

export async function findConta(db: Db, contaId: string): Promise<ContaRow | null> {
  const found = await db.conta.findUnique({
    where: { id: contaId },
    select: { id: true, identificador: true, tipoPessoa: true, uf: true, sandbox: true },
  });
  // The column's CHECK knows no third.
  return found && { ...found, tipoPessoa: found.tipoPessoa === "Física" ? "Física" : "Jurídica" };
}
