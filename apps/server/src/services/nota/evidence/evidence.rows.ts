import { sql } from "kysely";
import type { Db } from "../../../db/index.ts";
import { isFullyVisible } from "../../email/email-visibility.rows.ts";
import type { Caller } from "../../handler.ts";
import { CLAIM_TEXT_MAX } from "./email-claims.rules.ts";
import type { ReportedFacts } from "./evidence.rules.ts";

/** SEFAZ's summary of a document; null if its distribution has not named it. */
export async function findReported(db: Db, contaId: string, chave: string): Promise<ReportedFacts | null> {
  const found = await db
    .selectFrom("auditor")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("tpEvento", "=", sql.lit(""))
    .select(["cSitNfe", "cnpjEmitente", "dataEmissao", "valorTotal", "alteradoEm"])
    .executeTakeFirst();
  return found ?? null;
}

/** The words of an e-mail: subject, the start of its body, and the names of files that are no document. */
export type EmailWords = { emailId: string; texto: string };

type Wanted = { chave: string; documentoId: string };

/** Parts of an e-mail whose names are read. */
const PARTS_MAX = 200;

/**
 * The words of the e-mail that brought a document. Null if several documents came with it, whose words may
 * mean any of them, and for a restricted user who may not read its body.
 */
export async function findEmailWords(
  db: Db,
  { contaId, empresas }: Pick<Caller, "contaId" | "empresas">,
  { chave, documentoId }: Wanted,
): Promise<EmailWords | null> {
  const email = await db
    .selectFrom("documento as d")
    .innerJoin("anexo as a", (join) =>
      join.onRef("a.contaId", "=", "d.contaId").onRef("a.documentoId", "=", "d.id"),
    )
    .innerJoin("email as e", (join) =>
      join.onRef("e.contaId", "=", "a.contaId").onRef("e.id", "=", "a.emailId"),
    )
    .where("d.contaId", "=", contaId)
    .where("d.chave", "=", chave)
    .where("d.natureza", "=", "nota")
    .where(({ not }) => not("e.importado"))
    .$if(empresas !== null, (query) => query.where(isFullyVisible()))
    .select(["e.id", "e.assunto"])
    .select(({ fn, ref, lit }) =>
      fn<string | null>("left", [ref("e.corpoMensagem"), lit(CLAIM_TEXT_MAX)]).as("corpo"),
    )
    .orderBy(({ eb }) => eb("d.id", "=", documentoId), "desc")
    .orderBy("e.recebidaEm")
    .orderBy("e.id")
    .limit(1)
    .executeTakeFirst();
  if (email === undefined) return null;
  const parts = await findParts(db, contaId, email.id);
  if (parts.some((part) => part.chave !== null && part.chave !== chave)) return null;
  const names = parts.flatMap((part) => (part.chave === null ? (part.nome ?? []) : []));
  return { emailId: email.id, texto: [email.assunto, ...names, email.corpo ?? ""].join("\n") };
}

/** The names of the parts of an e-mail, and the chaves of those that are a nota. */
async function findParts(
  db: Db,
  contaId: string,
  emailId: string,
): Promise<{ nome: string | null; chave: string | null }[]> {
  return await db
    .selectFrom("anexo as a")
    .leftJoin("documento as d", (join) =>
      join
        .onRef("d.contaId", "=", "a.contaId")
        .onRef("d.id", "=", "a.documentoId")
        .on("d.natureza", "=", "nota"),
    )
    .where("a.contaId", "=", contaId)
    .where("a.emailId", "=", emailId)
    .select(["a.nome", "d.chave"])
    .orderBy("d.chave")
    .limit(PARTS_MAX)
    .execute();
}
