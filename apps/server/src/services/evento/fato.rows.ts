import { REGISTRADO } from "@malote/dfe";
import { CANCELAMENTOS, DE_AMBOS, DO_DESTINATARIO, DO_TOMADOR, PUBLICAVEIS } from "./evento.rules.ts";

/** Aliases of an evento and of a view of its nota in a statement. */
type Par = { evento: string; nota: string };

/** SQL that is true of an evento that SEFAZ knows: it told of it, or registered the one that was mailed. */
export function writeRegistrado(evento: string): string {
  return `(${evento}.origem = 'sefaz' OR coalesce(${evento}.cstat, '') IN (${list([...REGISTRADO])}))`;
}

/**
 * SQL that is true when the author of an evento has the role that its type requires: recipient, tomador
 * or issuer, as the table says; other types are settled by the judge. An unknown party never has
 * the role.
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

/** SQL that is true of an evento that is a fact about a view: SEFAZ told of it, or it was mailed registered, well judged and by its right author. */
export function writeFato({ evento, nota }: Par): string {
  const mailed = `${writeRegistrado(evento)} AND ${writePublicavel(evento)} AND ${writeAutorCerto({ evento, nota })}`;
  return `(${evento}.origem = 'sefaz' OR (${mailed}))`;
}

/** SQL that is true of an evento that cancels the document of a view: whoever told of it, its own bytes must hold. */
export function writeCancelado({ evento, nota }: Par): string {
  return `(${writeCancela(evento)} AND ${writePublicavel(evento)} AND ${writeFato({ evento, nota })})`;
}

/**
 * SQL that is true of SEFAZ's bare answer to an evento, as it stands in the file of a nota: no
 * author signed it. It is shown, never counted, and ends when the evento itself is known.
 */
export function writeSoRegistro(e: string): string {
  return `(${e}.origem = 'email' AND ${e}.autor = '' AND ${e}.veredito = 'assinatura-invalida')`;
}

/**
 * SQL that is true where such an answer says that a document was cancelled, and SEFAZ has not answered
 * since.
 */
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

// A company acts by any of its branches, which share the first eight characters; a person alone.
function writeSame(a: string, b: string): string {
  return `coalesce(CASE length(${a}) WHEN 14 THEN length(${b}) = 14 AND left(${a}, 8) = left(${b}, 8) ELSE ${a} <> '' AND ${a} = ${b} END, false)`;
}

// A chave holds a CPF with three zeros before it.
function writeDaChave(e: string): string {
  return `CASE length(${e}.autor) WHEN 14 THEN left(${e}.autor, 8) = substr(${e}.chave, 7, 8) ELSE lpad(${e}.autor, 14, '0') = substr(${e}.chave, 7, 14) END`;
}

function list(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
