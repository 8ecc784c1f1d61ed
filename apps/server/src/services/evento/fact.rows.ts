import { REGISTRADO } from "@malote/dfe";
import { type Expression, type RawBuilder, sql } from "kysely";
import { literals, refsOf } from "../../db/index.ts";
import {
  BY_DESTINATARIO,
  BY_EMITENTE_OR_DESTINATARIO,
  BY_TOMADOR,
  CANCELAMENTOS,
  PUBLISHABLE_VEREDITOS,
} from "./evento.rules.ts";

// Conditions, to use in the builder's `where` and `select`.

type Condition = RawBuilder<boolean>;

/** Aliases of an evento and of a view of its nota. */
type Aliases = { evento: string; nota: string };

/** SEFAZ has the evento, because it sent it or registered the mailed one. */
export function isKnownToSefaz(evento: string): Condition {
  const e = refsOf("evento", evento);
  return sql`(${e("origem")} = 'sefaz' OR coalesce(${e("cstat")}, '') IN ${literals([...REGISTRADO])})`;
}

/**
 * The author has the role that the evento type requires (recipient, tomador or emitente).
 * Other types are left to their veredito. An unknown party never has the role.
 */
export function isByRightAutor({ evento, nota }: Aliases): Condition {
  const [e, n] = [refsOf("evento", evento), refsOf("nota", nota)];
  const isDestinatario = isSame(e("autor"), n("cnpjDestinatario"));
  return sql`CASE
    WHEN ${isOfType(evento, BY_DESTINATARIO)} THEN ${isDestinatario}
    WHEN ${isOfType(evento, BY_EMITENTE_OR_DESTINATARIO)} THEN ${isDestinatario} OR ${isByEmitente(evento)}
    WHEN ${isOfType(evento, BY_TOMADOR)} THEN ${isSame(e("autor"), n("cnpjTomador"))}
    WHEN ${isCancelamento(evento)} THEN ${isByEmitente(evento)}
    ELSE true END`;
}

/** The evento is a fact about the view. SEFAZ sent it, or it was mailed registered, valid and by its right
 * author. */
export function isFact({ evento, nota }: Aliases): Condition {
  const origem = refsOf("evento", evento)("origem");
  return sql`(${origem} = 'sefaz' OR (${isKnownToSefaz(evento)} AND ${isPublishable(evento)} AND ${isByRightAutor({ evento, nota })}))`;
}

/** The evento cancels the view's document. Its bytes must be valid even if SEFAZ sent it. */
export function isCancelledBy({ evento, nota }: Aliases): Condition {
  return sql`(${isCancelamento(evento)} AND ${isPublishable(evento)} AND ${isFact({ evento, nota })})`;
}

/**
 * The evento is SEFAZ's answer to an evento, found in the file of a nota, without the evento that its author
 * signed. It is shown, never counted, and disappears once the evento itself is known.
 */
export function isAnswerOnly(evento: string): Condition {
  const e = refsOf("evento", evento);
  return sql`(${e("origem")} = 'email' AND ${e("autor")} = '' AND ${e("veredito")} = 'assinatura-invalida')`;
}

/** Such an answer reports a cancellation, and SEFAZ has not answered a query since. */
export function isReportedCancelamento({ evento, nota }: Aliases): Condition {
  const [e, n, q] = [refsOf("evento", evento), refsOf("nota", nota), refsOf("consulta", "q")];
  return sql`(${isAnswerOnly(evento)} AND ${isCancelamento(evento)} AND ${isKnownToSefaz(evento)}
    AND NOT EXISTS (SELECT FROM consulta q WHERE ${q("contaId")} = ${n("contaId")} AND ${q("chave")} = ${n("chave")}
      AND ${q("cstat")} IS NOT NULL AND ${q("pedidaEm")} >= ${e("criadoEm")}))`;
}

/** The first eight characters of a CNPJ, which all branches of a company share. */
export function rootOf(documento: Expression<string | null>): RawBuilder<string | null> {
  return sql`left(${documento}, 8)`;
}

/** Two CNPJs are of the same company. */
export function haveSameRoot(a: Expression<string | null>, b: Expression<string | null>): Condition {
  return sql`${rootOf(a)} = ${rootOf(b)}`;
}

function isCancelamento(evento: string): Condition {
  return isOfType(evento, CANCELAMENTOS);
}

function isOfType(evento: string, types: readonly string[]): Condition {
  const e = refsOf("evento", evento);
  return sql`substr(${e("chave")}, 21, 2) || ${e("tpEvento")} IN ${literals(types)}`;
}

function isPublishable(evento: string): Condition {
  const veredito = refsOf("evento", evento)("veredito");
  return sql`coalesce(${veredito}, '') IN ${literals(PUBLISHABLE_VEREDITOS)}`;
}

// Of a company or one of its branches; a person has one CPF.
function isSame(a: RawBuilder<string>, b: RawBuilder<string | null>): Condition {
  return sql`coalesce(CASE length(${a}) WHEN 14 THEN length(${b}) = 14 AND ${haveSameRoot(a, b)} ELSE ${a} <> '' AND ${a} = ${b} END, false)`;
}

// A chave contains a CPF with three leading zeros.
function isByEmitente(evento: string): Condition {
  const [autor, chave] = [refsOf("evento", evento)("autor"), refsOf("evento", evento)("chave")];
  return sql`CASE length(${autor}) WHEN 14 THEN left(${autor}, 8) = substr(${chave}, 7, 8) ELSE lpad(${autor}, 14, '0') = substr(${chave}, 7, 14) END`;
}
