import { isChaveAcesso } from "@malote/syntax";
import type { Findings } from "../findings.ts";
import type { NotaLida, Protocolo } from "../leitura.ts";
import { findChaveDivergente, readAmbienteDaResposta } from "../read/conferencia.ts";
import type { Localizado } from "../read/locate.ts";
import { isSerieAvulsa } from "./judge-certificado.ts";

const AUTORIZADA: ReadonlySet<string> = new Set(["100", "150"]);
const PROTOCOLO = /^[0-9]{15}$/;

/** Holds a nota's key against its own fields, and its protocol against both. */
export function judgeNota(lugar: Localizado, nota: NotaLida, findings: Findings): void {
  if (!isChaveAcesso(nota.chaveAcesso)) findings.add("chave-invalida");
  const divergentes = findChaveDivergente(lugar, nota);
  const avulsa = isSerieAvulsa(nota.serieNota) && divergentes.join() === "documento";
  if (avulsa) findings.add("chave-de-emissao-avulsa");
  else if (divergentes.length > 0) findings.add("chave-divergente", { detalhe: divergentes.join(" ") });
  if (nota.ambiente === "2") findings.add("ambiente-homologacao");
  if (nota.protocolo) judgeProtocolo(nota, nota.protocolo, findings);
  else findings.add("sem-protocolo");
  const ambiente = readAmbienteDaResposta(lugar.resposta);
  if (ambiente !== null && ambiente !== nota.ambiente) findings.add("protocolo-de-outro-ambiente");
}

// The protocol carries no signature of the author: these are contradictions, their absence proves nothing.
function judgeProtocolo(nota: NotaLida, protocolo: Protocolo, findings: Findings): void {
  if (protocolo.chaveAcesso !== nota.chaveAcesso) findings.add("protocolo-de-outra-chave");
  if (protocolo.digVal !== null && protocolo.digVal !== nota.digVal)
    findings.add("protocolo-digest-divergente");
  if (!AUTORIZADA.has(protocolo.cStat)) findings.add("nao-autorizada", { detalhe: protocolo.cStat });
  else if (!PROTOCOLO.test(protocolo.numero)) findings.add("protocolo-invalido");
  if (
    protocolo.dataRecebimento !== "" &&
    Date.parse(protocolo.dataRecebimento) < Date.parse(nota.dataEmissao)
  ) {
    findings.add("protocolo-anterior-a-emissao");
  }
}
