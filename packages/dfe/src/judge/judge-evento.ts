import { isChaveAcesso, raizCnpj, splitChaveAcesso } from "@malote/syntax";
import type { Findings } from "../findings.ts";
import type { EventoLido } from "../leitura.ts";
import { hasEventoId, readAlvoDoRegistro, readAmbienteDaResposta } from "../read/conferencia.ts";
import type { Localizado } from "../read/locate.ts";
import { isSerieAvulsa } from "./judge-certificado.ts";

const REGISTRADO: ReadonlySet<string> = new Set(["135", "136", "155"]);
/** Events that only the issuer of the nota may make; 110150 (ator interessado) and 110001 have other authors too. */
const DO_EMITENTE = /^11(?:0(?!150|001)[0-9]{3}|2[0-9]{3})$/;

/** Holds an event's Id, author and registration against its own fields. */
export function judgeEvento(lugar: Localizado, evento: EventoLido, findings: Findings): void {
  if (!isChaveAcesso(evento.chaveAcesso)) findings.add("chave-invalida");
  if (!hasEventoId(lugar, evento)) findings.add("id-divergente");
  if (DO_EMITENTE.test(evento.tpEvento) && !isOfEmitente(evento))
    findings.add("autor-nao-emitente", { detalhe: evento.autor });
  if (evento.ambiente === "2") findings.add("ambiente-homologacao");
  if (lugar.resposta) judgeRegistro(lugar, evento, findings);
  else findings.add("sem-protocolo");
}

// The registration carries no signature of the author: these are contradictions, their absence proves nothing.
function judgeRegistro(lugar: Localizado, evento: EventoLido, findings: Findings): void {
  if (!REGISTRADO.has(evento.cStat ?? ""))
    findings.add("evento-nao-registrado", { detalhe: evento.cStat ?? "" });
  const alvo = readAlvoDoRegistro(lugar);
  const says = (answer: string | null, own: string): boolean => answer === null || answer === own;
  const same =
    says(alvo.chaveAcesso, evento.chaveAcesso) &&
    says(alvo.tpEvento, evento.tpEvento) &&
    says(alvo.nSeqEvento, evento.nSeqEvento);
  if (!same) findings.add("protocolo-de-outra-chave");
  if (!says(readAmbienteDaResposta(lugar.resposta), evento.ambiente))
    findings.add("protocolo-de-outro-ambiente");
}

function isOfEmitente({ chaveAcesso, autor }: EventoLido): boolean {
  const { documento, serie } = splitChaveAcesso(chaveAcesso);
  if (isSerieAvulsa(serie)) return true;
  return autor.length === 14
    ? raizCnpj(autor) === raizCnpj(documento)
    : autor.padStart(14, "0") === documento;
}
