import type { Veredito } from "@malote/dfe";
import { anyOf, type Db, insertObjects, newId, notExists, type Row, unnestObjects } from "../../db/index.ts";
import { isRegistered } from "./evento.rules.ts";
import { isByRightAutor, isFact, isKnownToSefaz } from "./fact.rows.ts";

/**
 * An evento from an e-mail or from SEFAZ's answer. `nSeq` counts from 1 within chave and type; `autor` is a
 * CNPJ or CPF, "" if it could not be read.
 */
export type NewEvento = Pick<
  Row<"evento">,
  "chave" | "tpEvento" | "nSeq" | "autor" | "descEvento" | "protocolo" | "origem"
> & {
  protocoloData: string | null;
  cStat: string | null;
  veredito: Veredito;
  documentoId: string;
};

/** A changed evento. `registrado`: SEFAZ is known to have it now; `eraRegistrado`: and was before. */
export type ChangedEvento = { id: string; chave: string; registrado: boolean; eraRegistrado: boolean };

/**
 * Stores eventos by chave, with or without a nota. A later copy adds a missing registration, and SEFAZ's own
 * copy replaces a mailed one. Another author's evento with the same type and number is a row of its own.
 * @returns those that changed
 */
export async function saveEventos(
  db: Db,
  contaId: string,
  { eventos, now }: { eventos: readonly NewEvento[]; now: Date },
): Promise<ChangedEvento[]> {
  const bestLast = eventos.toSorted((a, b) => rankOf(a) - rankOf(b));
  const distinct = [...new Map(bestLast.map((each) => [keyOf(each), each])).values()];
  if (distinct.length === 0) return [];
  await setMissingAutores(db, contaId, distinct);
  // `antes` reads the table as it was before this statement.
  return await db
    .with("antes", (query) =>
      query
        .selectFrom("evento as a")
        .where("a.contaId", "=", contaId)
        .where("a.chave", "=", anyOf(distinct.map(({ chave }) => chave)))
        .where(isKnownToSefaz("a"))
        .select(["a.chave", "a.tpEvento", "a.nSeq", "a.autor"]),
    )
    .with("gravados", () => upsertEventos(db, contaId, { eventos: distinct, now }))
    .selectFrom("gravados as g")
    .leftJoin("antes as a", (join) =>
      join
        .onRef("a.chave", "=", "g.chave")
        .onRef("a.tpEvento", "=", "g.tpEvento")
        .onRef("a.nSeq", "=", "g.nSeq")
        .onRef("a.autor", "=", "g.autor"),
    )
    .select(({ eb }) => [
      "g.id",
      "g.chave",
      "g.registrado",
      eb("a.chave", "is not", null).$castTo<boolean>().as("eraRegistrado"),
    ])
    .orderBy("g.chave")
    .orderBy("g.tpEvento")
    .orderBy("g.nSeq")
    .orderBy("g.autor")
    .execute();
}

const FIELDS = {
  chave: "text",
  tpEvento: "text",
  nSeq: "int4",
  autor: "text",
  documentoId: "uuid",
} as const;

function upsertEventos(
  db: Db,
  contaId: string,
  { eventos, now }: { eventos: readonly NewEvento[]; now: Date },
) {
  return insertObjects(db, "evento", {
    objects: eventos.map(({ cStat: cstat, protocoloData, ...evento }) => ({
      ...evento,
      id: newId(),
      cstat,
      protocoloData: protocoloData === null ? null : new Date(protocoloData),
    })),
    fields: {
      ...FIELDS,
      id: "uuid",
      descEvento: "text",
      protocolo: "text",
      protocoloData: "timestamptz",
      cstat: "text",
      origem: "text",
      veredito: "text",
    },
    all: { contaId, criadoEm: now },
    orderBy: ["chave", "tpEvento", "nSeq", "autor"],
  })
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "chave", "tpEvento", "nSeq", "autor"])
        .doUpdateSet(({ ref }) => ({
          protocolo: ref("excluded.protocolo"),
          protocoloData: ref("excluded.protocoloData"),
          cstat: ref("excluded.cstat"),
          documentoId: ref("excluded.documentoId"),
          veredito: ref("excluded.veredito"),
          origem: ref("excluded.origem"),
        }))
        .where(({ eb, or, and, not }) =>
          or([
            and([isKnownToSefaz("excluded"), not(isKnownToSefaz("evento"))]),
            and([eb("excluded.origem", "=", "sefaz"), eb("evento.origem", "<>", "sefaz")]),
          ]),
        ),
    )
    .returning(["id", "chave", "tpEvento", "nSeq", "autor", isKnownToSefaz("evento").as("registrado")]);
}

// For rows from before the column `autor`: the same bytes, received again, supply it.
async function setMissingAutores(db: Db, contaId: string, eventos: readonly NewEvento[]): Promise<void> {
  await db
    .updateTable("evento as e")
    .from(unnestObjects("r", eventos, FIELDS))
    .set(({ ref }) => ({ autor: ref("r.autor") }))
    .where("e.contaId", "=", contaId)
    .whereRef("e.chave", "=", "r.chave")
    .whereRef("e.tpEvento", "=", "r.tpEvento")
    .whereRef("e.nSeq", "=", "r.nSeq")
    .where("e.autor", "=", "")
    .where("r.autor", "<>", "")
    .whereRef("e.documentoId", "=", "r.documentoId")
    .where(({ selectFrom }) =>
      notExists(
        selectFrom("evento as o")
          .where("o.contaId", "=", contaId)
          .whereRef("o.chave", "=", "r.chave")
          .whereRef("o.tpEvento", "=", "r.tpEvento")
          .whereRef("o.nSeq", "=", "r.nSeq")
          .whereRef("o.autor", "=", "r.autor"),
      ),
    )
    .execute();
}

/** Published views of the eventos that are facts only now, so that they can be published; row-locked. */
export async function findNotasOfEventos(
  db: Db,
  contaId: string,
  eventos: readonly ChangedEvento[],
): Promise<{ notaId: string; eventoId: string }[]> {
  const registered = eventos.filter((evento) => evento.registrado);
  if (registered.length === 0) return [];
  const aliases = { evento: "e", nota: "n" };
  const found = unnestObjects("m", registered, { id: "uuid", eraRegistrado: "bool" });
  return await db
    .selectFrom(found)
    .innerJoin("evento as e", (join) => join.on("e.contaId", "=", contaId).onRef("e.id", "=", "m.id"))
    .innerJoin("nota as n", (join) => join.on("n.contaId", "=", contaId).onRef("n.chave", "=", "e.chave"))
    .where("n.quarentena", "=", false)
    .where("n.terceiros", "=", false)
    .where(isFact(aliases))
    // A mailed evento that was registered was published then, unless its author was wrong.
    .where(({ not, and, ref }) => not(and([ref("m.eraRegistrado"), isByRightAutor(aliases)])))
    .select(["n.id as notaId", "e.id as eventoId"])
    .orderBy("e.id")
    .orderBy("n.id")
    .forUpdate("n")
    .execute();
}

function rankOf({ origem, cStat }: NewEvento): number {
  return origem === "sefaz" ? 2 : Number(isRegistered(cStat));
}

// Of the copies in one call, a registered one replaces the others, in any order.
function keyOf(evento: NewEvento): string {
  return `${evento.chave} ${evento.tpEvento} ${evento.nSeq} ${evento.autor}`;
}
