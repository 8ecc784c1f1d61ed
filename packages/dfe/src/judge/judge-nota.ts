import { isChaveAcesso, isSerieAvulsa, splitChaveAcesso } from "@malote/syntax";
import type { Findings } from "../findings.ts";
import type { NotaLida, Protocolo } from "../leitura.ts";
import {
  caminhosOf,
  findChaveDivergente,
  hasNotaId,
  readAmbienteDaResposta,
  readProvedor,
} from "../read/conferencia.ts";
import type { Familia } from "../read/layouts.ts";
import type { Localizado } from "../read/locate.ts";
import type { Assinante } from "./judge-certificado.ts";

/** Answers that say authorized: 100, 150 after the term; an MDF-e that was closed since (132) had been authorized too.
 * @source MOC NF-e, MOC CT-e 4.00, MOC MDF-e 3.00, tabela de códigos de status */
const AUTORIZADA: Readonly<Record<Familia, ReadonlySet<string>>> = {
  nfe: new Set(["100", "150"]),
  cte: new Set(["100", "150"]),
  mdfe: new Set(["100", "150", "132"]),
};
const PROTOCOLO = /^[0-9]{15}$/;

/** Holds a nota's key against its own fields, and its protocol against both. */
export function judgeNota(lugar: Localizado, nota: NotaLida, findings: Findings): void {
  const caminhos = caminhosOf(lugar);
  const { id: caminho } = caminhos;
  if (!isChaveAcesso(nota.chaveAcesso)) findings.add("chave-invalida", { caminho });
  if (!hasNotaId(lugar, nota)) findings.add("id-divergente", { caminho });
  judgeChave(lugar, nota, findings);
  if (nota.ambiente === "2") findings.add("ambiente-homologacao", { caminho: caminhos.ambiente });
  if (nota.protocolo) judgeProtocolo(lugar, { nota, protocolo: nota.protocolo }, findings);
  else findings.add("sem-protocolo");
}

/** Who should have signed a nota, and when: at the hour of the protocol, for want of a better witness. */
export function assinanteOfNota(lugar: Localizado, nota: NotaLida): Assinante {
  const { documento: chaveDocumento, serie } = splitChaveAcesso(nota.chaveAcesso);
  return {
    documento: nota.emitente.documento,
    quando: nota.protocolo?.dataRecebimento || nota.dataEmissao,
    provedor: readProvedor(lugar, nota.chaveAcesso),
    serie,
    chaveDocumento,
  };
}

function judgeChave(lugar: Localizado, nota: NotaLida, findings: Findings): void {
  const { id: caminho } = caminhosOf(lugar);
  const divergentes = findChaveDivergente(lugar, nota);
  if (divergentes.length === 0) return;
  const isAvulsa = isSerieAvulsa(nota.serieNota) && divergentes.join() === "documento";
  if (isAvulsa) findings.add("chave-de-emissao-avulsa", { caminho });
  else findings.add("chave-divergente", { caminho, detalhe: divergentes.join(" ") });
}

// The protocol carries no signature of the author: these are contradictions, their absence proves nothing.
function judgeProtocolo(
  lugar: Localizado,
  { nota, protocolo }: { nota: NotaLida; protocolo: Protocolo },
  findings: Findings,
): void {
  const { resposta } = caminhosOf(lugar);
  if (protocolo.chaveAcesso !== nota.chaveAcesso)
    findings.add("protocolo-de-outra-chave", { caminho: resposta.chave });
  if (protocolo.digVal !== null && protocolo.digVal !== nota.digVal)
    findings.add("protocolo-digest-divergente", { caminho: resposta.digest });
  if (!AUTORIZADA[lugar.layout.familia].has(protocolo.cStat))
    findings.add("nao-autorizada", { caminho: resposta.status, detalhe: protocolo.cStat });
  else if (!PROTOCOLO.test(protocolo.numero))
    findings.add("protocolo-invalido", { caminho: resposta.numero });
  if (isBefore(protocolo.dataRecebimento, nota.dataEmissao))
    findings.add("protocolo-anterior-a-emissao", { caminho: resposta.recebimento });
  const ambiente = readAmbienteDaResposta(lugar);
  if (ambiente !== null && ambiente !== nota.ambiente)
    findings.add("protocolo-de-outro-ambiente", { caminho: resposta.ambiente });
}

function isBefore(recebimento: string, emissao: string): boolean {
  return recebimento !== "" && Date.parse(recebimento) < Date.parse(emissao);
}
