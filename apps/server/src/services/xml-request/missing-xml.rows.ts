import { sql } from "kysely";
import { anyOf, type Db, type Row } from "../../db/index.ts";
import { type AuditorScope, isMissing, matchesAuditor } from "../auditor/auditor-filter.rows.ts";
import type { Condition } from "../list/list.rows.ts";
import { CIENCIA } from "../manifestacao/manifestacao.rules.ts";

type Auditor = Row<"auditor">;

/** A document authorized at SEFAZ without a trusted XML, with its last request and its ciência. */
export type MissingXml = Pick<
  Auditor,
  | "id"
  | "chave"
  | "tipoNota"
  | "numeroNota"
  | "serieNota"
  | "dataEmissao"
  | "dataEvento"
  | "valorTotal"
  | "nomeEmitente"
  | "origem"
> & {
  cnpjEmitente: string;
  empresaId: string | null;
  empresaNome: string | null;
  empresaCnpj: string | null;
  ativarManifestacao: boolean | null;
  validoDe: Date | null;
  validoAte: Date | null;
  /** The emitter is an empresa of the conta. */
  propria: boolean;
  pedidoId: string | null;
  pedidoEm: Date | null;
  pedidoPor: string | null;
  pedidoPara: string | null;
  lembretes: number | null;
  /** When a ciência was requested that is pending, or was registered since `cienciaDesde`. */
  cienciaEm: Date | null;
};

/** Missing XMLs that are read at once, the newest; the rest of the conta's is older. */
export const MISSING_MAX = 5_000;

/** The missing XMLs of a filter, newest first. */
export async function findMissingXmls(
  db: Db,
  contaId: string,
  { cienciaDesde, ...scope }: AuditorScope & { cienciaDesde: Date },
): Promise<MissingXml[]> {
  const filtro = { ...scope.filtro, faltandoXml: true };
  return await selectMissing(db, contaId, cienciaDesde)
    .where(matchesAuditor(contaId, { ...scope, filtro }))
    .orderBy("a.dataEvento", "desc")
    .orderBy("a.id", "desc")
    .limit(MISSING_MAX)
    .execute();
}

/** Those of these records whose XML is missing. */
export async function findMissingByIds(
  db: Db,
  contaId: string,
  { ids, cienciaDesde }: { ids: readonly string[]; cienciaDesde: Date },
): Promise<MissingXml[]> {
  return await selectOf(db, contaId, { cienciaDesde, where: sql<boolean>`a.id = ${anyOf(ids)}` });
}

/** The documents of a request that have not arrived, unless a newer request has them. */
export async function findMissingOfRequest(
  db: Db,
  contaId: string,
  { pedidoId, cienciaDesde }: { pedidoId: string; cienciaDesde: Date },
): Promise<MissingXml[]> {
  return await selectOf(db, contaId, { cienciaDesde, where: sql<boolean>`p.id = ${pedidoId}` });
}

async function selectOf(
  db: Db,
  contaId: string,
  { cienciaDesde, where }: { cienciaDesde: Date; where: Condition },
): Promise<MissingXml[]> {
  return await selectMissing(db, contaId, cienciaDesde)
    .where("a.contaId", "=", contaId)
    .where(isMissing())
    .where(where)
    .orderBy("a.dataEvento", "desc")
    .orderBy("a.id", "desc")
    .execute();
}

function selectMissing(db: Db, contaId: string, cienciaDesde: Date) {
  return db
    .selectFrom("auditor as a")
    .leftJoin("empresa as m", (join) => join.on("m.contaId", "=", contaId).onRef("m.id", "=", "a.empresaId"))
    .leftJoin("certificado as c", (join) =>
      join.on("c.contaId", "=", contaId).onRef("c.empresaId", "=", "m.id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("pedidoXmlDocumento as d")
          .innerJoin("pedidoXml as x", (join) =>
            join.onRef("x.contaId", "=", "d.contaId").onRef("x.id", "=", "d.pedidoId"),
          )
          .where("d.contaId", "=", contaId)
          .whereRef("d.chave", "=", "a.chave")
          .select(["x.id", "x.pedidoEm", "x.usuario", "x.para", "x.lembretes"])
          .orderBy("d.pedidoId", "desc")
          .limit(1)
          .as("p"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("manifestacao as y")
          .where("y.contaId", "=", contaId)
          .whereRef("y.chave", "=", "a.chave")
          .where("y.status", "=", CIENCIA)
          .where(({ or, and, eb: is }) =>
            or([
              is("y.estado", "=", "pendente"),
              and([is("y.estado", "=", "registrada"), is("y.terminadaEm", ">", cienciaDesde)]),
            ]),
          )
          .select("y.pedidaEm")
          .orderBy("y.pedidaEm", "desc")
          .limit(1)
          .as("s"),
      (join) => join.onTrue(),
    )
    .select(["a.id", "a.chave", "a.tipoNota", "a.numeroNota", "a.serieNota", "a.dataEmissao"])
    .select(["a.dataEvento", "a.valorTotal", "a.nomeEmitente", "a.origem"])
    .select(({ fn, val }) => fn.coalesce("a.cnpjEmitente", val("")).as("cnpjEmitente"))
    .select(["m.id as empresaId", "m.nome as empresaNome", "m.cnpj as empresaCnpj"])
    .select(["m.ativarManifestacao", "c.validoDe", "c.validoAte"])
    .select([
      "p.id as pedidoId",
      "p.pedidoEm",
      "p.usuario as pedidoPor",
      "p.para as pedidoPara",
      "p.lembretes",
    ])
    .select("s.pedidaEm as cienciaEm")
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("empresa as o")
          .where("o.contaId", "=", contaId)
          .whereRef("o.cnpj", "=", "a.cnpjEmitente")
          .select("o.id"),
      )
        .$castTo<boolean>()
        .as("propria"),
    );
}
