import { anyOf, type Db } from "../../db/index.ts";
import type { Flag } from "../nota/flags/nota-flag.rows.ts";

/** Counts of some documents. soma: of their values, in reais. */
export type TargetCounts = {
  total: number;
  soma: string | null;
  quarentena: number;
  divergentes: number;
  marcas: Record<Flag, number>;
};

/** Counts what the marks of some documents are, outside quarantine. */
export async function countTargets(db: Db, contaId: string, ids: readonly string[]): Promise<TargetCounts> {
  const { total, soma, quarentena, divergentes, ...marcas } = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select(({ fn, eb, and }) => {
      const countOf = (condition: "quarentena" | "divergente" | Flag) =>
        fn
          .countAll<number>()
          .filterWhere(
            condition === "quarentena"
              ? eb("quarentena", "=", true)
              : and([eb("quarentena", "=", false), eb(condition, "=", true)]),
          );
      return [
        fn.countAll<number>().as("total"),
        fn.sum<string | null>("valorTotal").as("soma"),
        countOf("quarentena").as("quarentena"),
        countOf("divergente").as("divergentes"),
        countOf("processadoErp").as("processadoErp"),
        countOf("recebido").as("recebido"),
        countOf("conferido").as("conferido"),
      ];
    })
    .executeTakeFirstOrThrow();
  return { total, soma, quarentena, divergentes, marcas };
}
