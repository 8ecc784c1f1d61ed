import { REGISTRADO } from "@malote/dfe";
import {
  BY_DESTINATARIO,
  BY_EMITENTE_OR_DESTINATARIO,
  BY_TOMADOR,
  CANCELAMENTOS,
  PUBLISHABLE_VEREDITOS,
} from "./evento.rules.ts";

/** SQL aliases of an evento and of a view of its nota. */
type Aliases = { evento: string; nota: string };

/** SQL condition: SEFAZ has the evento, because it sent it or registered the mailed one. */
export function writeRegistered(evento: string): string {
  return `(${evento}.origem = 'sefaz' OR coalesce(${evento}.cstat, '') IN (${list([...REGISTRADO])}))`;
}

/**
 * SQL condition: the author has the role that the evento type requires (recipient, tomador or emitente).
 * Other types are left to their veredito. An unknown party never has the role.
 */
export function writeRightAutor({ evento: e, nota: n }: Aliases): string {
  const isParty = (party: string): string => writeSame(`${e}.autor`, `${n}.${party}`);
  return `CASE
    WHEN ${writeType(e, BY_DESTINATARIO)} THEN ${isParty("cnpj_destinatario")}
    WHEN ${writeType(e, BY_EMITENTE_OR_DESTINATARIO)} THEN ${isParty("cnpj_destinatario")} OR ${writeOfChave(e)}
    WHEN ${writeType(e, BY_TOMADOR)} THEN ${isParty("cnpj_tomador")}
    WHEN ${writeCancels(e)} THEN ${writeOfChave(e)}
    ELSE true END`;
}

/** SQL condition: the evento is a fact about the view. SEFAZ sent it, or it was mailed registered, valid and
 * by its right author. */
export function writeFact({ evento, nota }: Aliases): string {
  const mailed = `${writeRegistered(evento)} AND ${writePublishable(evento)} AND ${writeRightAutor({ evento, nota })}`;
  return `(${evento}.origem = 'sefaz' OR (${mailed}))`;
}

/** SQL condition: the evento cancels the view's document. Its bytes must be valid even if SEFAZ sent it. */
export function writeCancelled({ evento, nota }: Aliases): string {
  return `(${writeCancels(evento)} AND ${writePublishable(evento)} AND ${writeFact({ evento, nota })})`;
}

/**
 * SQL condition: SEFAZ's answer to an evento, found in the file of a nota, without the evento that its author
 * signed. It is shown, never counted, and disappears once the evento itself is known.
 */
export function answerOnlySql(e: string): string {
  return `(${e}.origem = 'email' AND ${e}.autor = '' AND ${e}.veredito = 'assinatura-invalida')`;
}

/** SQL condition: such an answer reports a cancellation, and SEFAZ has not answered a query since. */
export function writeReportedCancelamento({ evento: e, nota: n }: Aliases): string {
  return `(${answerOnlySql(e)} AND ${writeCancels(e)} AND ${writeRegistered(e)} AND NOT EXISTS (SELECT FROM consulta q
    WHERE q.conta_id = ${n}.conta_id AND q.chave = ${n}.chave AND q.cstat IS NOT NULL AND q.pedida_em >= ${e}.criado_em))`;
}

function writeCancels(e: string): string {
  return writeType(e, CANCELAMENTOS);
}

function writeType(e: string, types: readonly string[]): string {
  return `substr(${e}.chave, 21, 2) || ${e}.tp_evento IN (${list(types)})`;
}

function writePublishable(e: string): string {
  return `coalesce(${e}.veredito, '') IN (${list(PUBLISHABLE_VEREDITOS)})`;
}

// All branches of a company share the first eight characters; a person has one CPF.
function writeSame(a: string, b: string): string {
  return `coalesce(CASE length(${a}) WHEN 14 THEN length(${b}) = 14 AND left(${a}, 8) = left(${b}, 8) ELSE ${a} <> '' AND ${a} = ${b} END, false)`;
}

// A chave contains a CPF with three leading zeros.
function writeOfChave(e: string): string {
  return `CASE length(${e}.autor) WHEN 14 THEN left(${e}.autor, 8) = substr(${e}.chave, 7, 8) ELSE lpad(${e}.autor, 14, '0') = substr(${e}.chave, 7, 14) END`;
}

function list(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
