import { cnpjRoot, isChaveAcesso, isSerieAvulsa, splitChaveAcesso } from "@malote/syntax";
import { findAuthors, findCancelamentos } from "../eventos/eventos.ts";
import type { EventoAuthor } from "../eventos/table.ts";
import type { Trust } from "../examination.ts";
import type { Findings } from "../findings.ts";
import {
  hasEventoId,
  isModeloOfFamily,
  pathsOf,
  readEventoProvider,
  readRegistroTarget,
  readResponseAmbiente,
} from "../read/consistency.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import type { ParsedEvento } from "../reading.ts";
import { isAuthority, isFisco } from "./authorities.ts";
import type { ExpectedSigner } from "./judge-certificado.ts";
import { isWithinDeadline } from "./judge-deadline.ts";
import { isProtocoloNumber } from "./protocolo.ts";

/** Status codes of a registered evento: bound (135), bound with a warning (134), not bound (136),
 * after the term (155). Of a cancelamento from before eventos existed: 101, and 151 after the term.
 * @source MOC NF-e §cStat; MOC CT-e 4.00 and MOC MDF-e
 * 3.00, registro de eventos; leiauteCancNFe_v2.00.xsd */
export const REGISTRADO: ReadonlySet<string> = new Set(["134", "135", "136", "155", "101", "151"]);

/** Says whether an evento cancels its document. */
export function isCancelamento({
  chaveAcesso,
  tpEvento,
}: Pick<ParsedEvento, "chaveAcesso" | "tpEvento">): boolean {
  return CANCELAMENTOS.has(splitChaveAcesso(chaveAcesso).modelo + tpEvento);
}

const CANCELAMENTOS: ReadonlySet<string> = new Set(findCancelamentos());
/** An evento and the operator's trust. */
type EventoCase = { evento: ParsedEvento; confianca: Trust };

/** Compares the Id, autor and registration of an evento with its own fields. */
export function judgeEvento(location: LocatedDocumento, subject: EventoCase, findings: Findings): void {
  const { evento } = subject;
  const paths = pathsOf(location);
  const { id: caminho } = paths;
  if (!isChaveAcesso(evento.chaveAcesso)) findings.add("chave-invalida", { caminho });
  if (!hasEventoId(location, evento)) findings.add("id-divergente", { caminho });
  if (!isModeloOfFamily(location, evento.chaveAcesso))
    findings.add("chave-divergente", { caminho, detalhe: "mod" });
  judgeAutor(location, subject, findings);
  if (evento.ambiente === "2") findings.add("ambiente-homologacao", { caminho: paths.ambiente });
  if (location.resposta) judgeRegistro(location, evento, findings);
  else findings.add("sem-protocolo");
}

/** Who should have signed an evento, and when: its autor, or the State for a document issued in its app. */
export function expectedSignerOfEvento(location: LocatedDocumento, evento: ParsedEvento): ExpectedSigner {
  return {
    documento: evento.autor,
    assinado: evento.dataEvento || null,
    protocolo: evento.protocoloData,
    provedor: readEventoProvider(location, evento.chaveAcesso),
  };
}

// An evento names its autor and the key, and the key names the emitente: it proves nothing about other
// parties.
function judgeAutor(
  location: LocatedDocumento,
  { evento, confianca: trust }: EventoCase,
  findings: Findings,
): void {
  const onde = { caminho: pathsOf(location).autor, detalhe: evento.autor };
  const autores = findAuthors(location.layout.family, evento);
  const isFor = (autor: EventoAuthor): boolean => autores.includes(autor);
  const isEmitente = isOfEmitente(evento);
  if (isFor("emitente") && isEmitente) return;
  if (isFor("emitente") && autores.length === 1) {
    if (!isFiscoDaAvulsa(evento, trust)) findings.add("autor-nao-emitente", onde);
    return;
  }
  if (isFor("tomador") && isEmitente) findings.add("autor-nao-tomador", onde);
  // A company may send goods to its own branch, which then acts as destinatario.
  if (isFor("destinatario") && !isFor("emitente") && isExactEmitente(evento))
    findings.add("autor-nao-destinatario", onde);
  if (!isFor("fisco") || !isAuthority(evento.autor, trust)) findings.add("autor-nao-conferido", onde);
}

/** In the series where the State issues for others, it also cancels. */
function isFiscoDaAvulsa({ chaveAcesso, autor }: ParsedEvento, trust: Trust): boolean {
  return isSerieAvulsa(splitChaveAcesso(chaveAcesso).serie) && isFisco(autor, trust);
}

// The registration is not signed by the autor: contradictions count, but its absence proves nothing.
function judgeRegistro(location: LocatedDocumento, evento: ParsedEvento, findings: Findings): void {
  const { resposta } = pathsOf(location);
  if (!REGISTRADO.has(evento.cStat ?? ""))
    findings.add("evento-nao-registrado", { caminho: resposta.status, detalhe: evento.cStat ?? "" });
  const alvo = readRegistroTarget(location);
  const says = (answer: string | null, own: string): boolean => answer === null || answer === own;
  if (
    alvo.chaveAcesso === null ||
    evento.protocoloData === null ||
    !isProtocoloNumber(location.layout.family, evento.protocolo ?? "")
  )
    findings.add("protocolo-invalido", { caminho: resposta.numero });
  for (const tag of evento.defeitos)
    findings.add("protocolo-invalido", { caminho: `${resposta.raiz}/${tag}` });
  const { protocoloData, dataEvento } = evento;
  if (protocoloData !== null && dataEvento !== "" && !isWithinDeadline(protocoloData, dataEvento))
    findings.add("protocolo-fora-de-prazo", { caminho: resposta.registro });
  const same =
    says(alvo.chaveAcesso, evento.chaveAcesso) &&
    says(alvo.tpEvento, evento.tpEvento) &&
    says(alvo.nSeqEvento, evento.nSeqEvento);
  if (!same) findings.add("protocolo-de-outra-chave", { caminho: resposta.chave });
  if (!says(readResponseAmbiente(location), evento.ambiente))
    findings.add("protocolo-de-outro-ambiente", { caminho: resposta.ambiente });
}

function isOfEmitente({ chaveAcesso, autor }: ParsedEvento): boolean {
  const { documento } = splitChaveAcesso(chaveAcesso);
  return autor.length === 14
    ? cnpjRoot(autor) === cnpjRoot(documento)
    : autor.padStart(14, "0") === documento;
}

/** Says whether the autor is exactly the emitente in the key, not another branch. */
function isExactEmitente({ chaveAcesso, autor }: ParsedEvento): boolean {
  return autor.padStart(14, "0") === splitChaveAcesso(chaveAcesso).documento;
}
