import { REGISTRADO } from "@malote/dfe";
import { CANCELAMENTOS, DE_AMBOS, DO_DESTINATARIO, DO_TOMADOR, PUBLICAVEIS } from "./evento.rules.ts";

/** SQL aliases of an evento and of a view of its nota. */
type Par = { evento: string; nota: string };

/** SQL condition: SEFAZ has the evento, because it sent it or registered the mailed one. */
export function writeRegistrado(evento: string): string {
  return `(${evento}.origem = 'sefaz' OR coalesce(${evento}.cstat, '') IN (${list([...REGISTRADO])}))`;
}

/**
 * SQL condition: the author has the role that the evento type requires (recipient, tomador or emitente).
 * Other types are left to their veredito. An unknown party never has the role.
 */
export function writeAutorCerto({ evento: e, nota: n }: Par): string {
  const daParte = (parte: string): string => writeSame(`${e}.autor`, `${n}.${parte}`);
  return `CASE
    WHEN ${writeTipo(e, DO_DESTINATARIO)} THEN ${daParte("cnpj_destinatario")}
    WHEN ${writeTipo(e, DE_AMBOS)} THEN ${daParte("cnpj_destinatario")} OR ${writeDaChave(e)}
    WHEN ${writeTipo(e, DO_TOMADOR)} THEN ${daParte("cnpj_tomador")}
    WHEN ${writeCancela(e)} THEN ${writeDaChave(e)}
    ELSE true END`;
}

/** SQL condition: the evento is a fact about the view. SEFAZ sent it, or it was mailed registered, valid and
 * by its right author. */
export function writeFato({ evento, nota }: Par): string {
  const mailed = `${writeRegistrado(evento)} AND ${writePublicavel(evento)} AND ${writeAutorCerto({ evento, nota })}`;
  return `(${evento}.origem = 'sefaz' OR (${mailed}))`;
}

/** SQL condition: the evento cancels the view's document. Its bytes must be valid even if SEFAZ sent it. */
export function writeCancelado({ evento, nota }: Par): string {
  return `(${writeCancela(evento)} AND ${writePublicavel(evento)} AND ${writeFato({ evento, nota })})`;
}

/**
 * SQL condition: SEFAZ's answer to an evento, found in the file of a nota, without the evento that its author
 * signed. It is shown, never counted, and disappears once the evento itself is known.
 */
export function writeSoRegistro(e: string): string {
  return `(${e}.origem = 'email' AND ${e}.autor = '' AND ${e}.veredito = 'assinatura-invalida')`;
}

/** SQL condition: such an answer reports a cancellation, and SEFAZ has not answered a query since. */
export function writeCancelamentoInformado({ evento: e, nota: n }: Par): string {
  return `(${writeSoRegistro(e)} AND ${writeCancela(e)} AND ${writeRegistrado(e)} AND NOT EXISTS (SELECT FROM consulta q
    WHERE q.conta_id = ${n}.conta_id AND q.chave = ${n}.chave AND q.cstat IS NOT NULL AND q.pedida_em >= ${e}.criado_em))`;
}

function writeCancela(e: string): string {
  return writeTipo(e, CANCELAMENTOS);
}

function writeTipo(e: string, tipos: readonly string[]): string {
  return `substr(${e}.chave, 21, 2) || ${e}.tp_evento IN (${list(tipos)})`;
}

function writePublicavel(e: string): string {
  return `coalesce(${e}.veredito, '') IN (${list(PUBLICAVEIS)})`;
}

// All branches of a company share the first eight characters; a person has one CPF.
function writeSame(a: string, b: string): string {
  return `coalesce(CASE length(${a}) WHEN 14 THEN length(${b}) = 14 AND left(${a}, 8) = left(${b}, 8) ELSE ${a} <> '' AND ${a} = ${b} END, false)`;
}

// A chave contains a CPF with three leading zeros.
function writeDaChave(e: string): string {
  return `CASE length(${e}.autor) WHEN 14 THEN left(${e}.autor, 8) = substr(${e}.chave, 7, 8) ELSE lpad(${e}.autor, 14, '0') = substr(${e}.chave, 7, 14) END`;
}

function list(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
